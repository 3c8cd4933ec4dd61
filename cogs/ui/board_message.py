"""The board's message: whose turn and what is asked, the picture, what happened, the buttons."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.games import naming
from bot.games.model import Actor, Game, Played, Player, Status
from bot.games.turns import ROLL
from bot.i18n import listed, text
from bot.i18n.rulebook import ruleset_name
from bot.narration import (
    MARKS,
    action_label,
    alt_text,
    opening_line,
    question,
    shorten,
    turn_lines,
)
from bot.rules import Chance, Seat, State, action_text, legal_actions, to_act
from cogs.ui.ids import press_id
from cogs.ui.lengths import in_time
from cogs.ui.named import opening_names, shown_casts, shown_names, shown_player
from cogs.ui.parts import ACCENTS, button, escaped, message, picture, rows, shown_name, warnings
from cogs.ui.post import NOBODY, Post
from cogs.ui.scene import scene
from cogs.ui.seat_panel import is_absent
from cogs.ui.standstill import standstill
from cogs.ui.why import lost_roll

STORY_LIMIT = 700
"""Characters of what happened: the newest is what people look for, and they read it on a phone."""

LET_IN = "in"
LET_WAIT = "wait"
"""What is decided about a request for a seat: the beginnings of the buttons' codes."""

Names = dict[Seat, str]


def board(game: Game, state: State, story: Sequence[Played], lacks: Sequence[str] = ()) -> Post:
    """The message of a game that has started.

    It mentions who is asked, unless they seem to be here; the host, once, when somebody would like
    a computer's seat; at the start and at the end, once, all who play.

    Args:
        game: The game.
        state: Its position.
        story: What there is to tell: since the last decision of whoever is asked.
        lacks: Permissions that are missing in the channel.
    """
    asked = asked_player(game)
    running = game.status is Status.PLAYING
    new = asked is not None and asked.id != game.asked_id
    ended = not running and game.asked_id not in (None, NOBODY)
    everybody = tuple(player.id for player in game.people)
    starts = new and _nobody_was_asked(game)
    greets = bool(everybody) and (starts or (ended and game.status is not Status.PAUSED))

    # Who seems to be here sees the edit; if not, the clock asks for a mention later (F28).
    pings = new and game.ping_at is None
    tells = pings or starts or ended or game.calls_host
    if greets:
        told = everybody
    elif tells:  # each once for each question and each request, whyever it is sent
        called = [asked] if asked is not None and pings else []
        told = tuple(player.id for player in (*called, *_called_host(game, called)))
    else:
        told = () if asked is None else (asked.id,)

    def view(file: str | None, mark: int | None) -> ui.LayoutView:
        greeting = [_greeting(game, everybody)] if greets else []
        if game.calls_host:
            host = f"<@{game.host_id}>"
            greeting.append(text(game.locale, "board.calls_host", host=host, code=game.code))
        above = [ui.TextDisplay("\n".join(greeting))] if greeting else []
        return message(*above, _container(game, state, story, file, lacks), mark=mark)

    return Post(
        view,
        asked_id=_asked_id(game, asked),
        told=told,
        tells=tells,
        calls_host=game.calls_host,
        scene=scene(game, state, story, locale=game.locale),
    )


def _called_host(game: Game, called: Sequence[Player]) -> list[Player]:
    """The host, if they are to be called about a request and are not called already."""
    host = game.player(game.host_id)
    return [host] if game.calls_host and host is not None and host not in called else []


def asked_player(game: Game) -> Player | None:
    """The person whose roll or decision is due."""
    return None if game.waits_for is None else game.player(game.waits_for)


def _asked_id(game: Game, asked: Player | None) -> int | None:
    """Who has been asked once this board is shown. After a pause nobody is greeted anew."""
    if asked is not None:
        return asked.id
    return None if game.asked_id is None else NOBODY


def _nobody_was_asked(game: Game) -> bool:
    """Whether this is the first question of the game: nobody has acted or let one pass."""
    return game.asked_id is None and all(
        player.acted_at is None and player.misses == 0 for player in game.players
    )


def _greeting(game: Game, everybody: Sequence[int]) -> str:
    names = listed(game.locale, [f"<@{user_id}>" for user_id in everybody])
    key = "start.announcement" if game.status is Status.PLAYING else "end.announcement"
    return text(game.locale, key, code=game.code, names=names)


def _container(
    game: Game, state: State, story: Sequence[Played], file: str | None, lacks: Sequence[str]
) -> ui.Container[ui.LayoutView]:
    locale = game.locale
    names = shown_names(locale, game)
    described = alt_text(
        locale,
        state,
        naming.names(locale, game),
        story,
        casts=naming.casts(locale, game, story),
        instead=standstill(locale, game),
    )
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(_header(game, state, names, story))]
    if file is not None:
        items.append(picture(file, described))
    else:
        words = text(locale, "board.no_picture", permission=text(locale, "permission.attach_files"))
        items.append(ui.TextDisplay(f"{words}\n{escaped(described)}"))
    if happened := _happened(game, story, names):
        items.append(ui.TextDisplay("\n".join(happened)))
    if notes := [*_notes(game, names), *warnings(locale, lacks)]:
        items.append(ui.TextDisplay("\n".join(notes)))
    items += rows(_plays(game, state))
    # In rows of their own: a phone that wraps the moves must not mix them in among these (F27).
    items += rows(_others(game, state, story))
    items += _requests(game, names)
    seat = state.winners[0] if state.winners else state.turn
    return ui.Container(*items, accent_colour=ACCENTS[seat])


def _header(game: Game, state: State, names: Names, story: Sequence[Played]) -> str:
    locale = game.locale
    title = text(locale, "board.title", rules=ruleset_name(locale, game.rules), code=game.code)
    asked = asked_player(game)
    match game.status:
        case Status.PLAYING if asked is not None and asked.seat is not None:
            # Who is asked is mentioned where the question is: a notification shows that.
            asking = question(locale, state, {**names, asked.seat: f"<@{asked.id}>"}, story)
            who = text(locale, "lobby.seated", name=names[asked.seat], seat=asked.seat)
            small = [who, title]
            if game.deadline is not None:
                small.append(f"⏰ {in_time(game.deadline)}")
            return f"### {MARKS[asked.seat]} {asking}\n-# {' · '.join(small)}"
        case Status.PLAYING:
            heading = text(locale, "board.going")
        case Status.PAUSED:
            when = "" if game.expires_at is None else in_time(game.expires_at)
            heading = text(locale, "board.paused", when=when)
        case Status.ENDED:
            heading = text(locale, "board.ended")
        case Status.ABANDONED:
            heading = text(locale, "board.abandoned")
        case _:
            heading = f"🏆 {question(locale, state, names, story)}"
    return f"### {heading}\n-# {title}"


def _happened(game: Game, story: Sequence[Played], names: Names) -> list[str]:
    """What happened, line by line, and for whom the time was up."""
    locale = game.locale
    casts = shown_casts(locale, game, story)
    told = turn_lines(locale, story, names, casts, winner=False)
    lines = shorten(locale, told, STORY_LIMIT)
    if not story or story[0].entry.ply == 0:
        lines.insert(0, opening_line(locale, game.opening, opening_names(locale, game)))
    late = dict.fromkeys(
        cast.names[played.before.turn]
        for played, cast in zip(story, casts, strict=True)
        if played.entry.by is Actor.DEADLINE
    )
    if late:
        lines.append(text(locale, "board.late", names=listed(locale, list(late))))
    return lines


def _notes(game: Game, names: Names) -> list[str]:
    """Who does not play, who wants to stop."""
    locale = game.locale
    if game.status not in (Status.PLAYING, Status.PAUSED):
        return []
    notes: list[str] = []
    seated = [(each, names[each.seat]) for each in game.people if each.seat is not None]
    if absent := [name for each, name in seated if is_absent(each)]:
        notes.append(text(locale, "board.away", names=listed(locale, absent)))
    if votes := [name for each, name in seated if each.wants_end]:
        notes.append(text(locale, "board.votes", names=listed(locale, votes)))
    return notes


def _plays(game: Game, state: State) -> list[ui.Button[ui.LayoutView]]:
    """A button for each legal action and no other; that a roll is one button is the exception."""
    if asked_player(game) is None:
        return []
    if to_act(state) is Chance.DIE:
        roll = press_id("play", game.id, game.ply, ROLL)
        return [button(roll, text(game.locale, "button.roll"), style=ButtonStyle.primary)]
    return [
        button(
            press_id("play", game.id, game.ply, action_text(action, state)),
            action_label(game.locale, state, action, number),
        )
        for number, action in enumerate(legal_actions(state), start=1)
    ]


def _others(game: Game, state: State, story: Sequence[Played]) -> list[ui.Button[ui.LayoutView]]:
    if game.status not in (Status.PLAYING, Status.PAUSED):
        return []
    codes: list[str] = []
    explains = to_act(state) is not Chance.DIE or lost_roll(story) is not None
    if asked_player(game) is not None and explains:
        codes.append("why")
    if game.status is Status.PAUSED or any(is_absent(each) for each in game.people):
        codes.append("back")
    if game.ply:
        codes.append("since")
    found = [
        button(press_id(kind, game.id, game.ply, "now"), text(game.locale, f"button.{kind}"))
        for kind in ("why", "back", "since")
        if kind in codes
    ]
    panel = press_id("panel", game.id, game.ply, "now")
    return [*found, button(panel, text(game.locale, "button.seat"))]


def let_in_codes(game: Game) -> set[str]:
    """The codes of the buttons that grant the requests for seats."""
    wanted = (computer.wanted_by for computer in game.requests)
    return {f"{LET_IN}-{person.id}" for person in wanted if person is not None}


def _requests(game: Game, names: Names) -> list[ui.Item[ui.LayoutView]]:
    """Who would like a computer's seat, each with the buttons of whoever decides about it."""
    items: list[ui.Item[ui.LayoutView]] = []
    for computer in game.requests:
        person, seat = computer.wanted_by, computer.seat
        if person is None or seat is None:
            continue
        request = text(
            game.locale,
            "board.request",
            name=shown_name(person.name),
            computer=names[seat],
            seat=seat,
            host=shown_player(game.locale, game, game.player(game.host_id)),
        )
        let_in = button(
            press_id("let", game.id, game.ply, f"{LET_IN}-{person.id}"),
            text(game.locale, "button.let_in"),
            emoji=MARKS[seat],
            style=ButtonStyle.success,
        )
        wait = button(
            press_id("let", game.id, game.ply, f"{LET_WAIT}-{person.id}"),
            text(game.locale, "button.let_wait"),
            emoji=MARKS[seat],
        )
        items += [ui.TextDisplay(request), ui.ActionRow(let_in, wait)]
    return items
