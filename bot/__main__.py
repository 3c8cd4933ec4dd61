"""The command ``parchis``: run the bot, play in the sandbox, look after it, study games.

What takes long to import is imported by the verb that needs it: ``--help`` comes at once.
"""

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path

from pydantic import ValidationError

from bot.command import REFUSED, Refusal, add_locale
from bot.settings import Settings
from bot.study_verbs import add_studies


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code: 0, or 2 with a sentence on standard error."""
    options = _parser().parse_args(arguments)
    verb: Callable[[argparse.Namespace], int] = options.verb
    try:
        return verb(options)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="parchis",
        description="Parchís, the Spanish Ludo, played together in a Discord channel.",
    )
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    run = verbs.add_parser(
        "run",
        help="run the bot on Discord",
        description="Run the bot on Discord, with DISCORD_TOKEN and DATABASE_URL from the "
        "environment or from a file .env in the working directory. SIGTERM or Ctrl-C ends it.",
    )
    run.set_defaults(verb=_run)

    sandbox = verbs.add_parser(
        "sandbox",
        help="play in a browser page on this machine, without Discord",
        description="The same bot in a page that looks like Discord, on this machine only: no "
        "token, no Discord, four people to switch between. It needs the extra [sandbox].",
    )
    sandbox.add_argument(
        "--port", type=int, default=0, help="the page's port (default: any free one)"
    )
    sandbox.add_argument(
        "--file",
        type=Path,
        default=Path("data/sandbox.db"),
        help="where the games are kept (default: %(default)s)",
    )
    add_locale(sandbox, "the language of the people and of the board")
    sandbox.add_argument(
        "--no-browser", action="store_true", help="only print the address, open no browser"
    )
    sandbox.set_defaults(verb=_sandbox)

    check = verbs.add_parser(
        "check",
        help="say whether everything needed to run is in order",
        description="Say line by line whether settings, database, migrations and fonts are in "
        "order. Changes nothing; the exit code is 2 if something has to be set right.",
    )
    check.set_defaults(verb=_check)

    copy = verbs.add_parser(
        "copy",
        help="copy all games into another database",
        description="Copy everything of one database into an empty one, SQLite or PostgreSQL, and "
        "count it there. End the bot first: what is played meanwhile is not copied. The source "
        "stays as it is but for its schema, which is brought up to date.",
    )
    copy.add_argument("--to", metavar="URL", required=True, help="the empty database")
    copy.add_argument(
        "--from", metavar="URL", dest="source", help="the source (default: DATABASE_URL)"
    )
    copy.set_defaults(verb=_copy)
    add_studies(verbs)
    return parser


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        # Only the names and what may stand there: a value may be a secret.
        faults = {_faulty(fault["loc"], fault.get("ctx", {})) for fault in error.errors()}
        wrong = ", ".join(sorted(faults))
        raise Refusal(f"A setting has a value that it cannot have: correct {wrong}.") from None
    except UnicodeDecodeError:
        raise Refusal("The file .env is not text in UTF-8: save it again as such.") from None
    except OSError as error:
        raise Refusal(
            f"The file .env cannot be read ({error.strerror}): let this user read it, or take it "
            "away and set the environment."
        ) from None


def _faulty(place: Sequence[int | str], context: Mapping[str, object]) -> str:
    """A setting that cannot be so, with the values that it can have or what is wrong with it."""
    # A fault of no single setting is that the two about shards do not fit together.
    name = str(place[0]).upper() if place else "SHARD_IDS or SHARD_COUNT"
    allowed = context.get("expected") or context.get("error")
    return name if allowed is None else f"{name} ({allowed})"


# -- run ---------------------------------------------------------------------------------------

_NO_LOGIN = (
    "There is no token: set DISCORD_TOKEN in the environment or in .env to the bot's token from "
    "https://discord.com/developers/applications."
)


def _run(_options: argparse.Namespace) -> int:
    settings = _settings()
    if settings.token is None:
        raise Refusal(_NO_LOGIN)
    _log_to_stderr(settings.log_level, hide=settings.token)
    asyncio.run(_serve(settings, settings.token))
    return 0


async def _serve(settings: Settings, token: str) -> None:
    """Run the bot until it is told to stop.

    Raises:
        Refusal: The database cannot be used, or Discord not be entered.
    """
    import discord

    from bot.app import ParchisBot, now, settle
    from bot.games.dice import SecureDice
    from bot.games.service import Games
    from bot.storage import StorageError, Store, upgrade
    from rendering.elsewhere import usual_processes
    from rendering.renderer import Renderer

    try:
        await upgrade(settings.database_url)
        store = Store(settings.database_url)
    except StorageError as error:
        raise Refusal(str(error)) from error
    # It never speaks in a voice channel; without this the library complains of what that takes.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    processes = settings.drawing_processes
    renderer = Renderer(processes=usual_processes() if processes is None else processes)
    bot = ParchisBot(
        Games(store, SecureDice(), now),
        renderer,
        now,
        shard_ids=settings.shard_ids,
        shard_count=settings.shard_count,
        purge_after=timedelta(days=settings.keep_days),
    )
    settle()
    serving = asyncio.create_task(bot.start(token))
    stopping = asyncio.create_task(_stop_signal().wait())
    try:
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if serving.done() and (error := serving.exception()) is not None:
            raise _in_words(error) from error
    finally:
        stopping.cancel()
        await bot.close()
        serving.cancel()
        await asyncio.gather(serving, stopping, return_exceptions=True)
        renderer.close()
        await store.close()


def _in_words(error: BaseException) -> BaseException:
    """Why Discord let the bot not in, as a refusal; what else went wrong stays as it is."""
    import aiohttp
    import discord

    match error:
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):
            return Refusal(
                "Discord refused the token: copy the bot's present token from "
                "https://discord.com/developers/applications into DISCORD_TOKEN."
            )
        case discord.PrivilegedIntentsRequired() | discord.ConnectionClosed(code=4014):
            return Refusal(
                "Discord refuses the intents: this bot needs none that are privileged, so check "
                "that DISCORD_TOKEN is the token of an application that is not restricted."
            )
        case aiohttp.ClientError() | OSError():
            return Refusal(
                f"Discord cannot be reached ({type(error).__name__}): check this machine's "
                "connection to https://discord.com and try again."
            )
        case discord.HTTPException() | discord.GatewayNotFound() | discord.RateLimited():
            return Refusal(
                "Discord does not let the bot in just now: see https://discordstatus.com and try "
                "again later."
            )
        case _:
            return error


# -- sandbox -----------------------------------------------------------------------------------


def _sandbox(options: argparse.Namespace) -> int:
    try:
        import simcord

        from bot.sandbox import sandbox
    except ModuleNotFoundError as error:
        raise Refusal(
            f"The sandbox needs {error.name}, which is not there: pip install -e '.[sandbox]'."
        ) from None
    from bot.storage import StorageError

    _log_to_stderr("WARNING")

    async def play() -> None:
        await sandbox(
            port=options.port,
            file=options.file,
            locale=options.locale,
            browser=not options.no_browser,
            tell=lambda address: print(f"Parchís is open at {address}", flush=True),
            stop=_stop_signal(),
        )

    try:
        asyncio.run(play())
    except StorageError as error:
        raise Refusal(str(error)) from error
    except simcord.SetupError as error:
        raise Refusal(f"The page cannot be opened ({error}): try another --port.") from error
    return 0


# -- check -------------------------------------------------------------------------------------


def _check(_options: argparse.Namespace) -> int:
    from bot.check import Finding, check_database, check_fonts

    findings: list[Finding] = []
    try:
        settings = _settings()
    except Refusal as refusal:
        findings.append(Finding("settings", str(refusal), in_order=False))
    else:
        findings.append(
            Finding("settings", _NO_LOGIN, in_order=False)
            if settings.token is None
            else Finding("settings", "DISCORD_TOKEN is set; whether it is taken shows at `run`.")
        )
        findings += check_database(settings.database_url)
    findings.append(check_fonts())
    for finding in findings:
        print(f"{finding.name:<10}  {'ok' if finding.in_order else 'NOT OK'}: {finding.words}")
    return 0 if all(finding.in_order for finding in findings) else REFUSED


# -- copy --------------------------------------------------------------------------------------


def _copy(options: argparse.Namespace) -> int:
    from bot.storage import StorageError, copy

    def tell(table: str, rows: int) -> None:
        print(f"{table:<10}  {rows}", flush=True)

    source = options.source or _settings().database_url
    try:
        total = asyncio.run(copy(source, options.to, tell))
    except StorageError as error:
        raise Refusal(str(error)) from error
    print(f"All {total} rows are there: now set DATABASE_URL to the new address.")
    return 0


# -- both --------------------------------------------------------------------------------------


def _stop_signal() -> asyncio.Event:
    """An event that is set once SIGTERM or Ctrl-C has come; the next one ends the process."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGTERM, signal.SIGINT)

    def end() -> None:
        stop.set()
        for number in numbers:
            # Whoever asks again means now. It is safe, for what was shown is stored; and Python
            # would end with a traceback of whatever it is closing at that moment.
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)

    for number in numbers:
        # Windows has no such handlers: Ctrl-C is a KeyboardInterrupt there.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, end)
    return stop


class _Hiding(logging.Formatter):
    """Takes a secret out of everything that is logged, tracebacks included."""

    def __init__(self, hide: str | None) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")
        self._hide = hide

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        return line.replace(self._hide, "***") if self._hide else line


def _log_to_stderr(level: str, *, hide: str | None = None) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_Hiding(hide))
    logging.basicConfig(level=level, handlers=[handler])
    # At DEBUG discord.py logs whole requests, the tokens of interactions among them.
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))


if __name__ == "__main__":
    sys.exit(main())
