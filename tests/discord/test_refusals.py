"""Discord refuses each call of the bot in each way: nothing is lost, and it is shown later."""

from datetime import timedelta

import pytest

from bot.games.model import Status
from cogs.ui.rest import Code
from tests.discord.world import World

SEND = ("POST", "/channels/*/messages")
EDIT = ("PATCH", "/channels/*/messages/*")
DELETE = ("DELETE", "/channels/*/messages/*")
SEARCH = ("GET", "/channels/*/messages")
ANSWER = ("POST", "/interactions/*")
FOLLOW = ("POST", "/webhooks/*")
CHANGE = ("PATCH", "/webhooks/*")
REMOVE = ("DELETE", "/webhooks/*")
CALLS = {
    "send": SEND,
    "edit": EDIT,
    "delete": DELETE,
    "search": SEARCH,
    "answer": ANSWER,
    "follow": FOLLOW,
    "change": CHANGE,
    "remove": REMOVE,
}
REFUSALS = [
    (429, 0),
    (429, Code.OLD_EDITS),
    (500, 0),
    (503, 0),
    (404, Code.UNKNOWN_MESSAGE),
    (403, Code.MISSING_ACCESS),
    (403, Code.MISSING_PERMISSIONS),
    (400, Code.ARCHIVED),
]


@pytest.mark.parametrize(
    ("call", "status", "code"),
    [
        (call, *refusal)
        for call in CALLS
        for refusal in REFUSALS
        # Discord says this of no other call, or means it: then the message is gone.
        if refusal != (404, Code.UNKNOWN_MESSAGE) or call in {"edit", "change"}
    ],
)
async def test_what_was_done_is_kept_and_shown_later(
    world: World, call: str, status: int, code: int
) -> None:
    """Refused again and again while people press, give commands and leave the clock to itself."""
    await world.chooses(faces=(5, 4, 2, 1, 2, 2))
    before = await world.game()
    world.env.inject_error(*CALLS[call], status=status, code=code, times=None)
    await world.press(world.ana, "8→10")
    await world.press_ghost(world.luis, "play:1:3:roll")
    await world.press_ghost(world.ana, f"panel:1:{before.ply}:now")
    await world.command(world.luis, "board")
    await world.command(world.luis, "games")
    await world.lives(timedelta(hours=12))
    stored = await world.game()
    assert stored.ply > before.ply

    world.env.backend.faults.clear()
    await world.lives(timedelta(hours=2))
    game = await world.game()
    assert game.status is Status.PLAYING
    assert (game.state, game.ply) == (stored.state, stored.ply)
    assert (game.shown_ply, game.sending) == (game.ply, None)
    live = [message for message in world.messages() if world.plays(message)]
    assert [message.id for message in live] == [game.message_id]
    assert f"<@{game.waits_for}>" in world.text(live[0])
    assert world.errors.lines == []
    world.forgiven = world.env.error_cursor


@pytest.mark.parametrize("call", ["send", "edit", "delete", "search"])
async def test_a_connection_reset_is_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """No answer at all, not even a refusal."""
    method, pattern = CALLS[call]
    await world.chooses(faces=(5, 4, 2, 1, 2, 2))
    request = world.bot.http.request
    cut = 0

    async def reset(route: object, **given: object) -> object:
        nonlocal cut
        path = str(getattr(route, "path", ""))
        ends = path.endswith("/messages") == (pattern.endswith("/messages"))
        if getattr(route, "method", "") == method and "/messages" in path and ends:
            cut += 1
            raise ConnectionResetError("reset by peer")
        return await request(route, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(world.bot.http, "request", reset)
    await world.press(world.ana, "8→10")
    await world.press_ghost(world.ana, f"play:1:{(await world.game()).ply}:5-9")
    await world.command(world.luis, "board")
    monkeypatch.undo()
    stored = await world.game()
    await world.lives(timedelta(hours=2))
    game = await world.game()
    assert (game.state, game.shown_ply, game.sending) == (stored.state, stored.ply, None)
    assert len([message for message in world.messages() if world.plays(message)]) == 1
    assert world.errors.lines == []
    assert cut > 0 or call == "search"
