"""Recognisers of a few kilobytes: the files of real model families, deciding by the pitch of a tone."""
