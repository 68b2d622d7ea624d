"""Transcript to Extraction: Hindi rules first, a grounded language model where they are unsure."""
