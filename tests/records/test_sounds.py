"""The voice of a caller: kept only with her consent, locked, for some days."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sample_call import DEVICE, WORKER, HandClock, SampleConsent, SampleForm, answers_after, row

from edgebharo.errors import StoreError
from edgebharo.records.store import Store

SOUND = b"fLaC " + b"her voice " * 40
DAY = 24 * 3600


def begun(store: Store) -> str:
    record = store.begin(SampleForm(), DEVICE, WORKER, None)
    store.turn(record, row(1), answers_after(1))
    return record


def test_a_sound_comes_back_as_it_was_and_lies_locked(store: Store, path: Path, clock: HandClock) -> None:
    record = begun(store)
    store.sounds.keep(record, 1, SOUND, days=3)
    (kept,) = store.sounds.of(record)
    assert (kept.turn, kept.sound, kept.expires) == (1, SOUND, clock.at + timedelta(days=3))
    for file in path.parent.iterdir():
        assert b"her voice" not in file.read_bytes()


def test_it_is_deleted_for_good_when_its_time_is_over(store: Store, path: Path, clock: HandClock) -> None:
    record = begun(store)
    store.sounds.keep(record, 1, SOUND, days=1)
    clock.move(DAY / 2)
    store.sounds.keep(record, 2, SOUND, days=1)
    clock.move(DAY / 2)
    assert store.sounds.expire() == 1
    assert [kept.turn for kept in store.sounds.of(record)] == [2]
    clock.move(DAY)
    assert store.sounds.expire() == 1
    assert store.sounds.of(record) == ()
    with closing(Store(path, clock)) as again:
        assert again.load(record).turns


def test_a_call_that_is_erased_leaves_no_sound(store: Store) -> None:
    record, other = begun(store), begun(store)
    for each in (record, other):
        store.sounds.keep(each, 1, SOUND, days=3)
    store.discard(record)
    assert store.sounds.of(record) == ()
    assert store.sounds.of(other)
    with pytest.raises(StoreError, match="no sound of it may be kept"):
        store.sounds.keep(record, 2, SOUND, days=3)


def test_without_consent_to_a_record_there_is_no_sound(store: Store) -> None:
    record = store.begin(replace(SampleForm(), consent=SampleConsent()), DEVICE, WORKER, None)
    with pytest.raises(StoreError, match="no sound of it may be kept"):
        store.sounds.keep(record, 1, SOUND, days=3)


def test_a_new_key_of_the_device_locks_the_sounds_anew(store: Store) -> None:
    record = begun(store)
    store.sounds.keep(record, 1, SOUND, days=3)
    store.keys.rotate()
    assert store.sounds.of(record)[0].sound == SOUND
    store.sounds.forget(record)
    assert store.sounds.of(record) == ()
