"""F24, F25: names are text. They ping nobody, format nothing, and break no message."""

import pytest

from cogs.ui.parts import shown_name
from tests.discord.world import World

HOSTILE = [
    "@everyone",
    "<@1234567890>",
    "a_b_ **c** ~~d~~ ||e||",
    "[x](http://y.example)",
    "https://evil.example/a",
    "# Title",
    "-# small",
    "> quote",
    "`code` ```more",
    "<t:0:R> <#1> <:a:1> </new:1>",
    "\u202egnirts\u202c",
    "Z\u0351\u0351\u0351\u0351\u0351a" * 6,
    "\u200b\u200b",
    "名前は猫です",
    "مرحبا بالعالم",
    "🎲👨‍👩‍👧‍👦🏳️‍🌈",
    "W" * 32,
    "_" * 32,
    "\\\\\\\\",
    "{name} %s %(x)s",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_has_no_syntax(name: str) -> None:
    shown = shown_name(name)
    assert shown
    bare = shown.replace("\\\\", "")
    for at, char in enumerate(bare):
        if char in "*_~`|<>[]()#-:@/{}":
            assert bare[at - 1] == "\\", f"{char} stands free in {shown}"
    assert "\u202e" not in shown
    assert "\n" not in shown


@pytest.mark.parametrize("names", [HOSTILE[at : at + 4] for at in range(0, len(HOSTILE), 4)])
async def test_f24_a_game_of_hostile_names(world: World, names: list[str]) -> None:
    """Every message of it is held against Discord's limits by the harness."""
    for person, name in zip((world.ana, world.luis, world.carmen, world.pablo), names, strict=True):
        world.env.backend.get_user(person.id).global_name = name
    mark = world.mark()
    others = [world.luis, world.carmen, world.pablo]
    await world.started(*others, quick=True, **{"with": world.luis, "with2": world.carmen})
    world.dice.faces.extend([3, 3, 3, 3, 5])
    for _ in range(5):
        await world.step()
    await world.press(world.ana, "roll" if "🎲 Tirar" in world.labels() else world.labels()[0])
    people = {world.ana.id, world.luis.id, world.carmen.id, world.pablo.id}
    assert all(set(ping) <= people for ping in world.pinged(mark))
    assert not any(message.mention_everyone for message in world.messages())
    for name in names:
        if "@everyone" in name or "](" in name:
            assert name not in world.text().replace(shown_name(name), "")
