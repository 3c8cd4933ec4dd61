"""Alembic's way in: the program hands its connection over, a person ``-x url=...``."""

from alembic import context
from sqlalchemy import Connection, create_engine

from bot.storage.database import parse_url
from bot.storage.tables import Base


def migrate(connection: Connection) -> None:
    """Runs the migrations that Alembic has chosen."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        # SQLite cannot alter a table: Alembic rebuilds it.
        render_as_batch=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    url = parse_url(context.get_x_argument(as_dictionary=True)["url"])
    engine = create_engine(url)
    with engine.connect() as own:
        migrate(own)
    engine.dispose()
