"""Measurements of whole calls and of single stages."""
