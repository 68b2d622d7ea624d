"""Finished records leave the device, each exactly once as far as a registry can tell."""
