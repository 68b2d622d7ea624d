"""The composition root: from settings to the parts of a call. The only place that knows every backend."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock

from edgebharo.asr.backends import ASR
from edgebharo.asr.hindi_ctc import HindiCtcOptions
from edgebharo.asr.options import EarOptions
from edgebharo.audio.segmenter import Segmenter, SegmenterOptions
from edgebharo.audio.vad import SileroOptions
from edgebharo.audio.vad import create as create_vad
from edgebharo.clock import Clock, SystemClock
from edgebharo.dialogue.state import DialogueState
from edgebharo.errors import BackendError, GrammarError
from edgebharo.forms.expect import all_expects
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.llm.backends import LLM
from edgebharo.llm.options import LlamaCppOptions
from edgebharo.models.resolve import home, path_of
from edgebharo.models.roles import find_files, model_to_run
from edgebharo.ports import Asr, Llm, Tts
from edgebharo.records.store import Store
from edgebharo.reply.templates import fixed_lines
from edgebharo.runtime.config import Settings
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.storing import open_store
from edgebharo.tts.backends import TTS
from edgebharo.tts.cache import PromptCache
from edgebharo.tts.options import KokoroOptions, PiperOptions
from edgebharo.tts.voices import read_voice
from edgebharo.understand.opinions import grammars
from edgebharo.understand.prompts import PREFIXES


@dataclass(frozen=True)
class App:
    """A device that is ready for calls."""

    settings: Settings
    parts: Parts
    clock: Clock
    notes: tuple[str, ...] = ()
    """What a person should know before she starts: what is missing, and what stands in for it."""

    @property
    def start(self) -> DialogueState:
        """The state in which a spoken call begins."""
        return DialogueState(headset=self.settings.headset)

    def open_store(self) -> Store:
        """Open the record store, creating its folder.

        Raises:
            StoreError: it cannot be opened.
        """
        return open_store(self.settings, self.clock)


def build(settings: Settings, today: date | None = None, clock: Clock | None = None) -> App:
    """Load the form and every model.

    Raises:
        FormError, ModelFileError, MissingExtraError: a part that no call can do without is not there.
        GrammarError: the language model is there and does not obey grammars.
    """
    clock = clock or SystemClock()
    loaded = open_form(settings)
    llm, notes = open_llm(settings, loaded)
    parts = Parts(
        loaded=loaded,
        asr=open_asr(settings, loaded),
        tts=open_voice(settings),
        llm=llm,
        today=today or clock.today(),
        rephrase=settings.rephrase,
    )
    return App(settings, parts, clock, (*unchecked(settings), *notes))


def open_form(settings: Settings) -> LoadedForm:
    """Load the form that the settings name."""
    return load_form(find_form(settings.form))


def open_asr(settings: Settings, loaded: LoadedForm | None = None) -> Asr:
    """Load the ear that the settings name, ready for every question of `loaded`.

    Its files lie in the settings' `asr_dir`, else where the manifest says.

    Raises:
        ConfigError: no recogniser has that name.
        ModelFileError, MissingExtraError: it cannot be loaded.
    """
    model, run = model_to_run(settings.asr, "asr")
    where = settings.asr_dir or path_of(model.name).parent
    files = find_files(model, run, where)
    options: HindiCtcOptions | EarOptions
    if run.backend == "hindi-ctc":
        options = HindiCtcOptions(where, settings.threads, all_expects(loaded) if loaded else ())
    else:
        options = EarOptions(files, settings.threads, run.language)
    return ASR.create(run.backend, options)


def unchecked(settings: Settings) -> tuple[str, ...]:
    """Says that a recogniser was fetched by hand, where it was."""
    if settings.asr_dir is None:
        return ()
    return (f"recogniser: {settings.asr} from {settings.asr_dir}, whose checksums are not known",)


def open_llm(settings: Settings, loaded: LoadedForm | None = None) -> tuple[Llm | None, tuple[str, ...]]:
    """Load the language model, tested on the grammars of `loaded`; where it cannot be used, go on without it.

    It leaves one core to the sound: its threads wait for each other in a busy loop, and where something else
    takes a core, two of them are slower than one.

    Raises:
        GrammarError: it does not obey grammars. That is a broken installation, and not gone on with silently.
    """
    if settings.llm == "off":
        return None, ("language model: off (EXTRACT works by the Hindi rules alone)",)
    try:
        beside_audio = max(1, settings.threads - 1)
        form = (loaded or open_form(settings)).form
        options = LlamaCppOptions(
            path_of("gemma3-270m"),
            beside_audio,
            prefixes=PREFIXES,
            grammars=grammars(form),
            limit_ms=settings.llm_limit_ms,
        )
        return LLM.create("llama_cpp", options), ()
    except GrammarError as error:
        advice = "install llama-cpp-python again, or go on by the Hindi rules alone with EDGEBHARO_LLM=off"
        raise GrammarError("llm", f"{error}; {advice}".removeprefix("llm: ")) from error
    except BackendError as error:
        return None, (f"language model: not available, EXTRACT works by the Hindi rules alone ({error})",)


def open_voice(settings: Settings, voice: str | None = None, speed: float | None = None) -> PromptCache:
    """The voice behind its cache of spoken lines; the model itself is loaded when a line is missing."""
    chosen, pace = voice or settings.voice, speed or settings.speed
    options: KokoroOptions | PiperOptions
    if settings.tts == "piper":
        model = Path(chosen)
        options = PiperOptions(model, model.with_name(model.name + ".json"), pace, settings.threads)
    else:
        shares = read_voice(chosen, lambda name: path_of(f"kokoro-voice-{name}"))
        model, vocab = path_of("kokoro-82m"), path_of("kokoro-vocab")
        options = KokoroOptions(model, vocab, shares, pace, settings.threads)
    create: Callable[[], Tts] = lambda: TTS.create(settings.tts, options)  # noqa: E731
    return PromptCache(create, home() / "prompts", options.identity)


def new_segmenter() -> Segmenter:
    """A detector with a memory of its own: one per call."""
    return Segmenter(create_vad(SileroOptions(path_of("silero-vad"))), SegmenterOptions())


def warm(settings: Settings, progress: Callable[[int, int], None]) -> int:
    """Render every line of the form that never changes; returns how many there are.

    Each core has a voice of its own: two voices of one thread are half as fast again as one of two.
    `progress` is told how many lines are done, from one thread at a time.
    """
    lines = fixed_lines(open_form(settings))
    shares = [lines[start :: settings.threads] for start in range(settings.threads)]
    alone = settings.model_copy(update={"threads": 1})
    done = dict.fromkeys(range(len(shares)), 0)
    telling = Lock()

    def render(share: int) -> None:
        def tell(count: int, _total: int) -> None:
            with telling:
                done[share] = count
                progress(sum(done.values()), len(lines))

        open_voice(alone).warm(shares[share], tell)

    with ThreadPoolExecutor(len(shares)) as pool:
        list(pool.map(render, range(len(shares))))
    return len(lines)
