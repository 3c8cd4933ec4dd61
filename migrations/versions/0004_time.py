"""What has been credited and what is shown of it, and where somebody's last reminder stands."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COLUMNS = ("credited_at", "shown_until")


def upgrade() -> None:
    for name in COLUMNS:
        op.add_column("games", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    # What lags will be shown anyway.
    op.execute("UPDATE games SET shown_until = coalesce(deadline, expires_at)")
    op.create_table(
        "reminders",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_reminders"),
    )


def downgrade() -> None:
    op.drop_table("reminders")
    for name in reversed(COLUMNS):
        op.drop_column("games", name)
