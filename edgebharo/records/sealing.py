"""Locks for what is kept: a sealed box that only the registry opens, and a box under this device's own key.

Both come from libsodium through PyNaCl: X25519 with XSalsa20-Poly1305 (`crypto_box_seal`,
`crypto_secretbox`), and Argon2id for turning a PIN into a key. Nothing here reads a file or a clock.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from nacl import pwhash, secret, utils
from nacl.exceptions import CryptoError
from nacl.public import PrivateKey, PublicKey, SealedBox

from edgebharo.errors import SealError

KEY_BYTES = 32
"""Length of every key: public, private, and a device's own."""

OPS_LIMIT = pwhash.argon2id.OPSLIMIT_MODERATE
MEM_LIMIT = pwhash.argon2id.MEMLIMIT_INTERACTIVE
"""Argon2id: 3 passes over 64 MiB. libsodium's 256 MiB preset does not fit a Pi of 1 GB beside the models."""


@dataclass(frozen=True)
class KeyPair:
    """A registry's key: the private half never leaves the registry. Both are raw bytes."""

    public: bytes
    private: bytes

    def __repr__(self) -> str:
        return f"KeyPair({key_id(self.public)})"


def new_key_pair() -> KeyPair:
    """A fresh key for a registry."""
    private = PrivateKey.generate()
    return KeyPair(bytes(private.public_key), bytes(private))


def public_of(private_key: bytes) -> bytes:
    """The public half of a registry's private key.

    Raises:
        SealError: it is no key.
    """
    return bytes(_private(private_key).public_key)


def key_id(public_key: bytes) -> str:
    """A key's name: the first 8 bytes of its BLAKE2b digest, hexadecimal."""
    return blake2b(public_key).digest()[:8].hex()


def seal(payload: bytes, public_key: bytes) -> bytes:
    """Lock `payload` so that only the holder of the private key can read it, this device included.

    Each call gives other bytes: what is sent again must be the bytes that were stored.

    Raises:
        SealError: `public_key` is no key.
    """
    try:
        return SealedBox(PublicKey(public_key)).encrypt(payload)
    except (CryptoError, TypeError, ValueError) as error:
        raise SealError("the registry's public key is not a key: import it again") from error


def unseal(sealed: bytes, private_key: bytes) -> bytes:
    """Inverse of `seal`.

    Raises:
        SealError: another key, or the bytes were changed. Nothing of them is shown.
    """
    private = _private(private_key)
    try:
        return SealedBox(private).decrypt(sealed)
    except (CryptoError, TypeError, ValueError) as error:
        name = key_id(bytes(private.public_key))
        raise SealError(
            f"it cannot be opened with key {name}: it was sealed to another, or damaged"
        ) from error


def _private(private_key: bytes) -> PrivateKey:
    try:
        return PrivateKey(private_key)
    except (CryptoError, TypeError, ValueError) as error:
        raise SealError(f"a private key has {KEY_BYTES} bytes: this is none") from error


# ---------------------------------------------------------------- under the device's own key


def new_device_key() -> bytes:
    """A fresh key for drafts."""
    return utils.random(KEY_BYTES)


def lock(plain: bytes, device_key: bytes) -> bytes:
    """Encrypt under the device's key, with a fresh nonce in front."""
    return bytes(secret.SecretBox(device_key).encrypt(plain))


def unlock(box: bytes, device_key: bytes) -> bytes:
    """Inverse of `lock`.

    Raises:
        SealError: another key, or the bytes were changed.
    """
    try:
        return secret.SecretBox(device_key).decrypt(box)
    except (CryptoError, TypeError, ValueError) as error:
        raise SealError(
            "what is stored cannot be opened with this device's key: it is another key, or the bytes were "
            "changed; nothing was deleted"
        ) from error


def wrap(device_key: bytes, pin: str) -> bytes:
    """The device's key under a worker's PIN (Argon2id), as JSON text with all that opening it takes."""
    salt = utils.random(pwhash.argon2id.SALTBYTES)
    box = lock(device_key, _from_pin(pin, salt, OPS_LIMIT, MEM_LIMIT))
    parts = {"kdf": "argon2id", "ops": OPS_LIMIT, "mem": MEM_LIMIT, "salt": _text(salt), "box": _text(box)}
    return json.dumps(parts).encode()


def unwrap(wrapped: bytes, pin: str) -> bytes:
    """Inverse of `wrap`.

    Raises:
        SealError: another PIN, or the bytes are damaged.
    """
    try:
        parts: dict[str, Any] = json.loads(wrapped)
        salt, box = base64.b64decode(parts["salt"]), base64.b64decode(parts["box"])
        ops, memory = int(parts["ops"]), int(parts["mem"])
        key = _from_pin(pin, salt, ops, memory)
    except (ValueError, KeyError, TypeError, CryptoError) as error:
        raise SealError(
            "the stored key is damaged: restore it from an export; nothing was deleted"
        ) from error
    try:
        return unlock(box, key)
    except SealError as error:
        raise SealError("this is not the PIN: try again; nothing was deleted") from error


def _from_pin(pin: str, salt: bytes, ops: int, memory: int) -> bytes:
    return pwhash.argon2id.kdf(KEY_BYTES, pin.encode(), salt, opslimit=ops, memlimit=memory)


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()
