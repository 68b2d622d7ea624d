"""The ear: Utterance to Transcript, told what the question expects."""
