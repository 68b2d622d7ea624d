"""The recognisers that a device may use, by name."""

from __future__ import annotations

from types import MappingProxyType

from edgebharo.backends import Registry
from edgebharo.ports import Asr

ASR: Registry[Asr] = Registry(
    stage="asr",
    factories=MappingProxyType(
        {
            "hindi-ctc": "edgebharo.asr.hindi_ctc:create",
            "onnx-asr-ctc": "edgebharo.asr.onnx_asr_ear:create_ctc",
            "onnx-asr-rnnt": "edgebharo.asr.onnx_asr_ear:create_rnnt",
            "sherpa-moonshine": "edgebharo.asr.sherpa_offline:create_moonshine",
            "sherpa-nemo-ctc": "edgebharo.asr.sherpa_offline:create_nemo_ctc",
            "sherpa-transducer": "edgebharo.asr.sherpa_offline:create_transducer",
            "sherpa-whisper": "edgebharo.asr.sherpa_offline:create_whisper",
            "sherpa-zipformer": "edgebharo.asr.sherpa_streaming:create",
        }
    ),
    extras=MappingProxyType({"sherpa_onnx": "ears", "onnx_asr": "ears"}),
)
"""`hindi-ctc` is the packaged default; its options are `edgebharo.asr.hindi_ctc.HindiCtcOptions`. The others
take `edgebharo.asr.options.EarOptions`; the files that each needs are named at its factory. Which of them
runs a model is written in `models/manifest.toml`."""
