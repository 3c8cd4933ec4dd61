"""Everything that can be done to a game. Each verb: lock, load, check, change, commit."""

# Interface (the signatures that cogs rely on):
#
# class Games:
#     def __init__(self, store: Store, dice: Dice, now: Callable[[], datetime]) -> None
#
#     # -- the lobby: all raise UserError; all return the Game after the change
#     async def open(self, host: Person, *, guild_id: int, channel_id: int, locale: str,
#                    rules: Ruleset, max_players: int, invited: Sequence[Person]) -> Game
#     async def join(self, game_id: int, person: Person, seat: Seat | None = None) -> Game
#         # joining again changes the colour; idempotent. seat None = any
#     async def leave(self, game_id: int, user_id: int) -> Game
#         # lobby: gives the place up (an invited person declines; the host's role passes on to the next who joined; the last one out cancels).
#         # playing: withdraws (G15), in or out of turn.
#     async def cancel(self, game_id: int, user_id: int, *, moderator: bool) -> Game
#     async def start(self, game_id: int, user_id: int) -> Game
#     # -- play
#     async def act(self, game_id: int, person: Person, ply: int, code: str) -> Game
#         # code: "roll" or an action's text. Runs on through whatever leaves one action.
#         # The very same action by the same person again: returns the game, changes nothing.
#     # -- reading
#     async def get(self, game_id: int) -> Game            # UserError("no_game") if unknown
#     async def find(self, *, code: str, guild_id: int) -> Game
#     async def of_person(self, user_id: int) -> list[Game]   # open ones: lobby or playing, newest first
#     async def of_channel(self, channel_id: int) -> list[Game]   # open ones, newest first
#     async def story(self, game: Game, since: int) -> list[Played]   # plies since..game.ply, replayed
#     async def lagging(self) -> list[int]                 # ids whose shown_ply < ply, or with a send cut short
#     async def expire(self) -> list[int]                  # closes lobbies whose time is up; their ids
#     # -- what is shown (publisher only; no change of version)
#     async def sending(self, game: Game) -> str           # stores and returns the nonce f"{id}:{ply}:{sends}"
#     async def shown(self, game: Game, *, message_id: int | None, message_at, asked_id) -> None
#         # shown_ply = game.ply only if version is still game.version (else stays lagging); clears sending
#     async def redraw(self, game_id: int) -> None         # shown_ply = -1: the board has to be drawn afresh
#     async def moved_to / gone ... as needed
