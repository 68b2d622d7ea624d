"""What a worker is told about a microphone or a speaker that does not work: what happened, and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from edgebharo.errors import DeviceError, DeviceFaultError, DeviceKind, Fault


@dataclass(frozen=True)
class Advice:
    """One thing to know and to do, for a worker at the screen."""

    hindi: str
    english: str


BACK = Advice(
    "माइक और स्पीकर फिर से चल रहे हैं। बातचीत आगे बढ़ रही है।",
    "Microphone and speaker work again: the call goes on.",
)

NO_SOUND_SYSTEM = Advice(
    "मशीन पर आवाज़ का प्रोग्राम नहीं लगा है। जानकार से लगवाइए; तब तक लिखकर भरिए: edgebharo call --text",
    "Ask whoever looks after this machine to install it; until then type the answers: edgebharo call --text",
)

_ADVICE: Mapping[tuple[DeviceKind, Fault], Advice] = MappingProxyType(
    {
        ("microphone", "absent"): Advice(
            "माइक नहीं मिला। माइक या हेडसेट लगाइए।",
            "No microphone was found. Plug in a microphone or a headset.",
        ),
        ("microphone", "busy"): Advice(
            "माइक खुल नहीं रहा। जो दूसरा प्रोग्राम उसे चला रहा है, उसे बंद कीजिए, या माइक निकालकर फिर से लगाइए।",
            "The microphone cannot be opened. Close the program that uses it, or plug it in again.",
        ),
        ("microphone", "gone"): Advice(
            "माइक निकल गया है। फिर से लगाइए; बातचीत वहीं से आगे बढ़ेगी और अब तक के जवाब सुरक्षित हैं।",
            "The microphone was unplugged. Plug it in again: the call goes on, and every answer is kept.",
        ),
        ("microphone", "silent"): Advice(
            "माइक से कोई आवाज़ नहीं आ रही। माइक बंद (म्यूट) तो नहीं? ब्लूटूथ हो तो तार वाला हेडसेट लगाइए।",
            "The microphone gives no sound. Is it muted? Take a wired headset instead of a Bluetooth one.",
        ),
        ("microphone", "dead"): Advice(
            "माइक रुक गया है। उसे निकालकर फिर से लगाइए।",
            "The microphone has stopped. Unplug it and plug it in again.",
        ),
        ("speaker", "absent"): Advice(
            "स्पीकर नहीं मिला। स्पीकर या हेडसेट लगाइए।",
            "No speaker was found. Plug in a speaker or a headset.",
        ),
        ("speaker", "busy"): Advice(
            "स्पीकर खुल नहीं रहा। जो दूसरा प्रोग्राम उसे चला रहा है, उसे बंद कीजिए, या स्पीकर निकालकर फिर से लगाइए।",
            "The speaker cannot be opened. Close the program that uses it, or plug it in again.",
        ),
        ("speaker", "gone"): Advice(
            "स्पीकर निकल गया है। फिर से लगाइए; बातचीत वहीं से आगे बढ़ेगी और अब तक के जवाब सुरक्षित हैं।",
            "The speaker was unplugged. Plug it in again: the call goes on, and every answer is kept.",
        ),
        ("speaker", "silent"): Advice(
            "स्पीकर से आवाज़ नहीं आ रही। आवाज़ बढ़ाइए।",
            "The speaker is silent. Turn it up.",
        ),
        ("speaker", "dead"): Advice(
            "स्पीकर रुक गया है। उसे निकालकर फिर से लगाइए।",
            "The speaker has stopped. Unplug it and plug it in again.",
        ),
    }
)


def advice(error: DeviceError) -> Advice:
    """What to do about `error`."""
    if isinstance(error, DeviceFaultError):
        return _ADVICE[error.device, error.fault]
    return NO_SOUND_SYSTEM
