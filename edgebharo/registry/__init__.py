"""The reference registry: takes sealed records from devices, each exactly once, and shows what came.

Needs the extra `registry`. `serve` is an ASGI app whose workers hold no state of their own: everything is in
PostgreSQL (or, to try it, in one SQLite file) and in a folder of keys that is read at the start.
"""
