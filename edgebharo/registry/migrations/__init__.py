"""The numbered steps of the registry's database, for Alembic."""
