"""A headless Chromium, driven by its DevTools protocol: as much of it as a test needs."""

import asyncio
import base64
import itertools
import json
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium() -> str | None:
    """The path of an installed Chromium, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """One page: evaluates scripts and waits for what they say to become true."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a command of the protocol."""
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": params})
        async for message in self._socket:
            answer = json.loads(message.data)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
        raise RuntimeError("the browser has gone")

    async def run(self, script: str) -> Any:
        """The value of an expression (awaited, if it is a promise)."""
        answer = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    async def until(self, script: str, *, seconds: float = 20) -> Any:
        """The value of an expression once it is true; TimeoutError with the page if never."""
        try:
            async with asyncio.timeout(seconds):
                while not (value := await self.run(script)):  # noqa: ASYNC110 (a page has no events)
                    await asyncio.sleep(0.05)
                return value
        except TimeoutError:
            text = await self.run("document.body.innerText")
            raise TimeoutError(f"{script} never came true on a page that says:\n{text}") from None

    async def screenshot(self) -> bytes:
        """What is seen, as a PNG."""
        answer = await self.call("Page.captureScreenshot", format="png")
        return base64.b64decode(answer["data"])

    async def type(self, text: str) -> None:
        """Type into what has the focus."""
        await self.call("Input.insertText", text=text)

    async def key(self, key: str, code: int) -> None:
        """Press and release a key."""
        for kind in ("keyDown", "keyUp"):
            await self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=code,
                **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}),
            )


@asynccontextmanager
async def opened(address: str, *, width: int = 1280, height: int = 1500) -> AsyncIterator[Page]:
    """A page at an address in a browser of its own, which reaches nothing but this machine."""
    path = chromium()
    assert path is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = await asyncio.create_subprocess_exec(
            path,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--remote-debugging-port=0",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
            f"--user-data-dir={profile}",
            f"--window-size={width},{height}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            port = await asyncio.to_thread(_port, Path(profile) / "DevToolsActivePort")
            async with aiohttp.ClientSession() as session:
                async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                    pages = [each for each in await answer.json() if each["type"] == "page"]
                socket = pages[0]["webSocketDebuggerUrl"]
                async with session.ws_connect(socket, max_msg_size=0) as connected:
                    page = Page(connected)
                    await page.call("Page.enable")
                    await page.call("Page.navigate", url=address)
                    yield page
        finally:
            browser.terminate()
            await browser.wait()


def _port(file: Path) -> int:
    """The port that the browser has chosen, once it has written it down."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        lines = file.read_text().splitlines() if file.exists() else []
        if lines:
            return int(lines[0])
        time.sleep(0.05)
    raise TimeoutError("the browser did not start")
