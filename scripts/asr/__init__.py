"""Training of the Hindi ear: text, synthetic speech, features, model. README.md tells how."""
