"""Games that last for days: paces, deadlines, stand-ins for the absent, what is a person's own.

Games that run already get a day for each question, and their players leave as they could before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
INDEXES = (
    ("ix_games_due", "due_at"),
    ("ix_games_reminding", "remind_at"),
    ("ix_games_waiting", "waits_for"),
    ("ix_games_suspended", "suspended_at"),
)


def _games() -> list[sa.Column]:
    return [
        sa.Column("pace", sa.String(length=8), nullable=False, server_default="day"),
        sa.Column("limit_seconds", sa.Integer(), nullable=False, server_default="86400"),
        sa.Column("on_leave", sa.String(length=16), nullable=False, server_default="withdraw"),
        sa.Column("thread", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("theme", sa.String(length=32), nullable=True),
        sa.Column("waits_for", sa.BigInteger(), nullable=True),
        sa.Column("asked_at", INSTANT, nullable=True),
        sa.Column("deadline", INSTANT, nullable=True),
        sa.Column("remind_at", INSTANT, nullable=True),
        sa.Column("ping_at", INSTANT, nullable=True),
        sa.Column("suspended_at", INSTANT, nullable=True),
        sa.Column("due_at", INSTANT, nullable=True),
    ]


def _players() -> list[sa.Column]:
    return [
        sa.Column("computer", sa.String(length=16), nullable=True),
        sa.Column("former_id", sa.BigInteger(), nullable=True),
        sa.Column("autopilot", sa.String(length=8), nullable=False, server_default="forced"),
        sa.Column("misses", sa.SmallInteger(), nullable=False, server_default="0"),
        sa.Column("away", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("away_until", INSTANT, nullable=True),
        sa.Column("away_spent", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("muted_ply", sa.Integer(), nullable=True),
        sa.Column("acted_at", INSTANT, nullable=True),
        sa.Column("wants_end", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("wanted_id", sa.BigInteger(), nullable=True),
        sa.Column("wanted_name", sa.Text(), nullable=True),
    ]


def upgrade() -> None:
    for column in _games():
        op.add_column("games", column)
    for column in _players():
        op.add_column("players", column)
    op.add_column(
        "actions", sa.Column("by", sa.String(16), nullable=False, server_default="person")
    )
    op.execute("UPDATE actions SET \"by\" = 'forced' WHERE actor IS NULL")
    for name, column in INDEXES:
        _partial_index(name, [column], where=f"{column} IS NOT NULL")
    _open_indexes("status IN ('lobby', 'playing', 'paused')")
    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=True),
        sa.Column("quiet_from", sa.SmallInteger(), nullable=True),
        sa.Column("quiet_to", sa.SmallInteger(), nullable=True),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("reminder_every", sa.Integer(), nullable=False),
        sa.Column("autopilot", sa.String(length=8), nullable=False),
        sa.Column("last_reminded_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
    )
    op.create_table(
        "beats",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_beats"),
    )


def downgrade() -> None:
    op.drop_table("beats")
    op.drop_table("users")
    op.execute("UPDATE games SET status = 'playing' WHERE status = 'paused'")
    op.execute("UPDATE games SET status = 'over' WHERE status IN ('abandoned', 'ended')")
    # What is older knows only lobbies that expire.
    op.execute("UPDATE games SET expires_at = NULL WHERE status != 'lobby'")
    for name, _ in INDEXES:
        op.drop_index(name, "games")
    _open_indexes("status IN ('lobby', 'playing')")
    op.drop_column("actions", "by")
    for column in _players():
        op.drop_column("players", column.name)
    for column in _games():
        op.drop_column("games", column.name)


def _open_indexes(where: str) -> None:
    """Makes the indexes of open games anew: what counts as open has changed."""
    op.drop_index("uq_games_open_code", "games")
    op.drop_index("ix_games_open_channel", "games")
    _partial_index("uq_games_open_code", ["guild_id", "code"], where=where, unique=True)
    _partial_index("ix_games_open_channel", ["channel_id"], where=where)


def _partial_index(name: str, columns: list[str], *, where: str, unique: bool = False) -> None:
    op.create_index(
        name,
        "games",
        columns,
        unique=unique,
        sqlite_where=sa.text(where),
        postgresql_where=sa.text(where),
    )
