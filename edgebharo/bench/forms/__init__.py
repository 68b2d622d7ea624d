"""`bench forms`: whole forms, filled by voice, call by call."""
