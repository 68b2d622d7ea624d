"""From a microphone, a speaker or a WAV file to Utterances."""
