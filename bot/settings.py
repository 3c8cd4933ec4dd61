"""What an operator sets: read from the environment and ``.env``, built once in ``__main__``."""

from typing import Literal

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

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

    @property
    def token(self) -> str | None:
        """The token as plain text, without surrounding blanks; None if there is none."""
        secret = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        return secret or None
