"""Seats that change hands: who sat there before, and calls about who would like to sit there.

Of the people whose seats computers have taken already, only who they are is known.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
PLAYERS = sa.table(
    "players",
    sa.column("game_id", sa.BigInteger()),
    sa.column("user_id", sa.BigInteger()),
    sa.column("computer", sa.String()),
    sa.column("former_id", sa.BigInteger()),
    sa.column("sitters", sa.JSON(none_as_null=True)),
)


def upgrade() -> None:
    op.add_column("games", sa.Column("call_at", INSTANT, nullable=True))
    op.add_column("games", sa.Column("called_at", INSTANT, nullable=True))
    op.add_column("players", sa.Column("sitters", sa.JSON(), nullable=True))
    for row in _rows(PLAYERS.c.former_id.is_not(None)):
        _write(row, sitters=[[row.former_id, "", None, -1]])
    op.drop_column("players", "former_id")


def downgrade() -> None:
    op.add_column("players", sa.Column("former_id", sa.BigInteger(), nullable=True))
    for row in _rows(PLAYERS.c.sitters.is_not(None), PLAYERS.c.computer.is_not(None)):
        _write(row, former_id=row.sitters[-1][0])
    op.drop_column("players", "sitters")
    op.drop_column("games", "called_at")
    op.drop_column("games", "call_at")


def _rows(*where: sa.ColumnElement[bool]) -> list[sa.Row]:
    return list(op.get_bind().execute(sa.select(PLAYERS).where(*where)))


def _write(row: sa.Row, **values: object) -> None:
    op.get_bind().execute(
        sa.update(PLAYERS)
        .where(PLAYERS.c.game_id == row.game_id, PLAYERS.c.user_id == row.user_id)
        .values(**values)
    )
