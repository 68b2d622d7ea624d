"""The voice: text to speech, and the cache of prompts that are always the same."""
