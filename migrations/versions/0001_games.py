"""Games, their players and the log of their actions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("max_players", sa.SmallInteger(), nullable=False),
        sa.Column("opening", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("throws", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("expires_at", INSTANT, nullable=True),
        sa.Column("ended_at", INSTANT, nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("message_at", INSTANT, nullable=True),
        sa.Column("shown_ply", sa.Integer(), nullable=False),
        sa.Column("asked_id", sa.BigInteger(), nullable=True),
        sa.Column("sending", sa.String(length=32), nullable=True),
        sa.Column("sends", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sqlite_autoincrement=True,
    )
    is_open = "status IN ('lobby', 'playing')"
    _partial_index("uq_games_open_code", ["guild_id", "code"], where=is_open, unique=True)
    _partial_index("ix_games_open_channel", ["channel_id"], where=is_open)
    _partial_index("ix_games_lagging", ["id"], where="shown_ply < ply OR sending IS NOT NULL")
    _partial_index("ix_games_expiring", ["expires_at"], where="expires_at IS NOT NULL")

    op.create_table(
        "players",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("invited", sa.Boolean(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_players_game_id_games", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_players"),
        sa.UniqueConstraint("game_id", "seat", name="uq_players_game_id_seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_players_user_id", "players", ["user_id", "game_id"])

    op.create_table(
        "actions",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("actor", sa.BigInteger(), nullable=True),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("at", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_actions_game_id_games", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_actions"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("actions")
    op.drop_table("players")
    op.drop_table("games")


def _partial_index(name: str, columns: list[str], *, where: str, unique: bool = False) -> None:
    op.create_index(
        name,
        "games",
        columns,
        unique=unique,
        sqlite_where=sa.text(where),
        postgresql_where=sa.text(where),
    )
