"""Benchmarks: seeded, resumable, each case measured in a fresh process, all figures shown."""
