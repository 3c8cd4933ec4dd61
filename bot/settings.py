"""What an operator sets: read from the environment and ``.env``, built once in ``__main__``."""

from typing import Annotated, Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.storage.database import DEFAULT_URL


class Settings(BaseSettings):
    """The settings, each from the environment variable of the same name in capitals.

    Raises pydantic's ``ValidationError`` for a value that cannot be one.
    """

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr | None = None
    """The bot's token; needed by ``parchis run`` only."""
    database_url: str = DEFAULT_URL
    """Where games are kept; a relative path is meant from the working directory."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    shard_count: int | None = Field(default=None, ge=1)
    """Shards of all processes together; needed with ``shard_ids`` only."""
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None
    """This process's shards, such as ``0,1``; without them it has all."""
    drawing_processes: int | None = Field(default=None, ge=0, le=16)
    """Processes that draw; by default one, or none on a machine with one core: then the bot draws
    itself, which takes less memory but makes others wait."""
    keep_days: int = Field(default=30, ge=1)
    """Days for which the games of a server are kept that the bot was removed from."""

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(part.strip() for part in value.split(",")) if value.strip() else None

    @model_validator(mode="after")
    def _shards_fit(self) -> Self:
        ids, count = self.shard_ids, self.shard_count
        if ids is None:
            return self
        if count is None:
            raise ValueError("SHARD_IDS says nothing without SHARD_COUNT")
        if not ids or not all(0 <= each < count for each in ids):
            raise ValueError(f"SHARD_IDS are numbers from 0 to {count - 1}")
        if len(set(ids)) < len(ids):
            raise ValueError("SHARD_IDS names a shard twice")
        return self

    @property
    def token(self) -> str | None:
        """The token as plain text, without surrounding blanks; None if there is none."""
        secret = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        return secret or None
