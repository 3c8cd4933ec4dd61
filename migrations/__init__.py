"""The database's schema, version by version (Alembic). ``bot.storage.schema`` applies it."""
