"""What tests of the private pages look at: what was drawn, and what its reader sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
import pytest

from bot.games.model import Game
from rendering.animation import Progress
from rendering.renderer import Renderer
from rendering.scene import Scene
from tests.discord import limits
from tests.discord.world import Person, World

LANGUAGES = pytest.mark.parametrize("locale", ["es", "en"])


class Watched(Renderer):
    """A renderer that remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.scenes: list[Scene] = []
        self.frames: list[Sequence[Scene]] = []
        self.during: Any = None
        """Awaited while an animation is being drawn."""

    async def png(self, scene: Scene) -> bytes:
        self.scenes.append(scene)
        return await super().png(scene)

    async def gif(
        self,
        frames: Sequence[Scene],
        limit_bytes: int,
        *,
        seconds: float = 0.8,
        hold: float = 4.0,
        progress: Progress | None = None,
    ) -> bytes:
        self.frames.append(frames)
        if self.during is not None:
            assert progress is not None
            await self.during(progress)
        return await super().gif(frames, limit_bytes, seconds=seconds, hold=hold, progress=progress)


@dataclass(frozen=True, slots=True)
class Seen:
    """A private message as its reader sees it."""

    message: discord.Message
    text: str
    described: str
    """The alternative text."""
    buttons: list[dict[str, Any]]

    async def picture(self) -> bytes:
        [attachment] = self.message.attachments
        return await attachment.read()

    @property
    def open_ways(self) -> list[str]:
        return [each["custom_id"] for each in self.buttons if not each.get("disabled")]


def seen(world: World, person: Person) -> Seen:
    """The last private message to somebody."""
    [*_, message] = [each for each in world.channel.history(viewer=person) if each.flags.ephemeral]
    raw = world.raw(message)
    [described] = [
        item["description"] for part in limits.walk(raw) for item in part.get("items", [])
    ] or [""]
    return Seen(message, "\n".join(limits.texts(raw)), described, limits.buttons(raw))


def reader(world: World, locale: str) -> Person:
    return world.person("Lee", locale={"es": "es-ES", "en": "en-GB"}[locale])


async def under_way(world: World, plies: int = 12, *others: Person, **options: Any) -> Game:
    """A quick game in which so many buttons have been pressed."""
    await world.started(*others, quick=True, **options)
    world.dice.faces.extend([3, 2, 5, 2, 2, 4, 5, 1, 3, 5, 2, 6, 1] * 3)
    for _ in range(plies):
        await world.step()
    world.dice.faces.clear()
    return await world.game()
