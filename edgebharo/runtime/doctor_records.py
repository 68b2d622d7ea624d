"""Can the records of this device be opened, and are their keys where they should be?"""

from __future__ import annotations

from contextlib import closing

from edgebharo.clock import Clock
from edgebharo.errors import SealError, StoreError
from edgebharo.runtime.checkup import Check, Figures
from edgebharo.runtime.config import Settings
from edgebharo.runtime.key_desk import warnings
from edgebharo.runtime.storing import open_store


def check_records(settings: Settings, clock: Clock) -> Check:
    """Open the record store, where there is one, and look for its keys; no PIN is asked for."""
    if not settings.store_path.is_file():
        return Check("records", "ok", "no call was held on this device yet", "अभी कोई रिकॉर्ड नहीं है।")
    try:
        with closing(open_store(settings, clock)) as store:
            note, counts = store.keys.device.current(), store.outbox().counts()
            cut_off, weak = len(store.open_calls()), warnings(store)
            if note is not None and note.place != "pin":
                store.keys.device.secret(note.id)
    except (StoreError, SealError) as error:
        return Check(
            "records",
            "problem",
            str(error),
            "रिकॉर्ड या उनकी चाबी नहीं खुल रही। कुछ मत मिटाइए, सुपरवाइज़र को बताइए।",
            "Keep the record store and its key file as they are; `edgebharo keys restore` takes an export.",
        )
    figures: Figures = {
        "cut_off": cut_off,
        "waiting": counts.pending + counts.sending,
        "refused": counts.quarantined,
        "key_in": "nowhere yet" if note is None else note.place,
    }
    english = (
        f"{cut_off} calls cut off, {figures['waiting']} records wait to be sent; key in {figures['key_in']}"
    )
    if weak:
        hindi = "रिकॉर्ड ठीक हैं, पर उनकी चाबी और पक्की रखी जा सकती है।"
        return Check("records", "warning", english, hindi, "; ".join(weak), figures)
    return Check("records", "ok", english, "रिकॉर्ड और उनकी चाबी ठीक हैं।", figures=figures)
