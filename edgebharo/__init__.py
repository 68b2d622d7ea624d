"""EdgeBharo: an offline Hindi voice agent that fills an enrolment form."""

__version__ = "0.1.0"
