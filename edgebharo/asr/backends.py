"""The recognisers that a device may use, by name."""

from __future__ import annotations

from types import MappingProxyType

from edgebharo.backends import Registry
from edgebharo.ports import Asr

ASR: Registry[Asr] = Registry(
    stage="asr",
    factories=MappingProxyType({"hindi-ctc": "edgebharo.asr.hindi_ctc:create"}),
    extras=MappingProxyType({}),
)
"""`hindi-ctc` is the packaged default; its options are `edgebharo.asr.hindi_ctc.HindiCtcOptions`."""
