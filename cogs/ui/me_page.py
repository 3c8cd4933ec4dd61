"""What is a person's own in all games: time zone, quiet hours, reminders, autopilot."""

from dataclasses import replace

from discord import ButtonStyle, ui

from bot.games.errors import Stale, UserError
from bot.games.model import Autopilot, UserSettings
from bot.games.pace import parse_length, parse_minute
from bot.i18n import text
from cogs.ui.ids import press_id
from cogs.ui.lengths import clock, length
from cogs.ui.parts import button, escaped, message

ON = "on"
OFF = "off"
MODES = (Autopilot.OFF, Autopilot.FORCED)
"""What a game can begin with: somebody for whom all is played does not play."""


def me_page(locale: str, settings: UserSettings) -> ui.LayoutView:
    """What a person has set, with the buttons to change it."""
    other = OFF if settings.reminders else ON
    return message(
        ui.TextDisplay("\n".join(_lines(locale, settings))),
        ui.ActionRow(*(_mode(locale, settings, each) for each in MODES)),
        ui.ActionRow(
            _button(locale, "zone"),
            _button(locale, "quiet"),
            button(press_id("me", 0, 0, other), text(locale, f"button.reminders_{other}")),
            _button(locale, "every"),
        ),
    )


def changed(settings: UserSettings, code: str, fields: list[str]) -> UserSettings:
    """The settings after a button, or a form with what was written into its fields.

    Raises:
        Stale: No page of ours has such a button.
        UserError: ``bad_time``, ``bad_interval``.
    """
    match code, fields:
        case "on" | "off", []:
            return replace(settings, reminders=code == ON)
        case "auto-off" | "auto-forced", []:
            return replace(settings, autopilot=Autopilot(code.removeprefix("auto-")))
        case "zone", [zone]:
            return replace(settings, time_zone=zone or None)
        case "quiet", ["", _] | [_, ""]:
            return replace(settings, quiet_from=None, quiet_to=None)
        case "quiet", [start, end]:
            return replace(settings, quiet_from=parse_minute(start), quiet_to=parse_minute(end))
        case "every", [words]:
            interval = parse_length(words)
            if interval is None:
                raise UserError("bad_interval")
            return replace(settings, reminder_every=interval)
        case _:
            raise Stale("stale")


def _lines(locale: str, settings: UserSettings) -> list[str]:
    if settings.time_zone is None:
        zone = text(locale, "me.zone_none")
    else:
        zone = text(locale, "me.zone", zone=escaped(settings.time_zone))
    if settings.quiet_from is None or settings.quiet_to is None:
        quiet = text(locale, "me.quiet_none")
    else:
        start, end = clock(settings.quiet_from), clock(settings.quiet_to)
        quiet = text(locale, "me.quiet", start=start, end=end)
    if settings.reminders:
        apart = length(locale, settings.reminder_every)
        reminders = text(locale, "me.reminders_on", length=apart)
    else:
        reminders = text(locale, "me.reminders_off")
    mode = text(locale, f"me.auto_{settings.autopilot.value}")
    return ["### " + text(locale, "me.title"), mode, zone, quiet, reminders]


def _mode(locale: str, settings: UserSettings, mode: Autopilot) -> ui.Button[ui.LayoutView]:
    chosen = settings.autopilot is mode
    return button(
        press_id("me", 0, 0, f"auto-{mode.value}"),
        text(locale, f"button.auto_{mode.value}"),
        style=ButtonStyle.primary if chosen else ButtonStyle.secondary,
        disabled=chosen,
    )


def _button(locale: str, code: str) -> ui.Button[ui.LayoutView]:
    return button(press_id("me", 0, 0, code), text(locale, f"button.{code}"))
