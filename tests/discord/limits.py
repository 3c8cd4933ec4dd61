"""Discord's limits that simcord does not know, checked on every request of every test."""

import re
from collections.abc import Iterator
from typing import Any

CUSTOM_ID = 100
LABEL = 80
OUR_LABEL = 24
DIFFERENT_WITHIN = 10
COMPONENTS = 40
TEXT = 4000
ALT = 1024
ATTACHMENT = 10 * 1024 * 1024
NONCE = 25
PNG = b"\x89PNG\r\n\x1a\n"

ACTION_ROW, BUTTON, TEXT_DISPLAY, MEDIA_GALLERY = 1, 2, 10, 12
LINK_STYLES = {5, 6}

COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components of a message, those within others too."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        if component.get("accessory"):
            yield component["accessory"]


def buttons(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for each in walk(components) if each["type"] == BUTTON]


def texts(components: list[dict[str, Any]]) -> list[str]:
    return [each["content"] for each in walk(components) if each["type"] == TEXT_DISPLAY]


def faults_of_message(body: dict[str, Any]) -> Iterator[str]:
    """What Discord (or a phone) would not take of a message that is sent or edited in."""
    components = body.get("components") or []
    found = list(walk(components))
    if len(found) > COMPONENTS:
        yield f"{len(found)} components"
    length = sum(len(each) for each in texts(components))
    if length > TEXT:
        yield f"{length} characters of text"
    if any(not each.strip() for each in texts(components)):
        yield "an empty text"
    yield from _faults_of_buttons(buttons(components))
    for row in found:
        if row["type"] == ACTION_ROW and not 1 <= len(row["components"]) <= 5:
            yield f"{len(row['components'])} buttons in a row"
    for gallery in found:
        for item in gallery.get("items", []) if gallery["type"] == MEDIA_GALLERY else []:
            if not 1 <= len(item.get("description") or "") <= ALT:
                yield f"alternative text of {len(item.get('description') or '')} characters"
            if not item["media"]["url"].startswith("attachment://"):
                yield f"an address of a picture: {item['media']['url']}"
    ids = [each["id"] for each in found if each.get("id")]
    if len(set(ids)) != len(ids) or any(not 0 < each < 1 << 31 for each in ids):
        yield f"component ids {ids}"
    content = body.get("content") or ""
    if len(content) > 2000:
        yield f"{len(content)} characters of content"


def _faults_of_buttons(found: list[dict[str, Any]]) -> Iterator[str]:
    ids = [each["custom_id"] for each in found if each["style"] not in LINK_STYLES]
    if len(set(ids)) != len(ids):
        yield f"custom ids are not unique: {ids}"
    for each in ids:
        if not 1 <= len(each) <= CUSTOM_ID:
            yield f"custom id {each!r}"
    faces = []
    for each in found:
        label, emoji = each.get("label") or "", (each.get("emoji") or {}).get("name", "")
        if not label and not emoji:
            yield f"{each['custom_id']} has neither label nor emoji"
        if len(label) > min(LABEL, OUR_LABEL):
            yield f"label {label!r}"
        faces.append((emoji, label[:DIFFERENT_WITHIN]))
    if len(set(faces)) != len(faces):
        yield f"labels do not differ within {DIFFERENT_WITHIN} characters: {faces}"


def faults_of_mentions(body: dict[str, Any]) -> Iterator[str]:
    """Mentions must be meant: said explicitly, of single users only."""
    allowed = body.get("allowed_mentions")
    if allowed is None:
        yield "mentions are left to Discord's default"
        return
    if allowed.get("parse"):
        yield f"mentions are read out of the text: {allowed}"
    if allowed.get("roles"):
        yield f"roles are mentioned: {allowed}"


def faults_of_nonce(body: dict[str, Any]) -> Iterator[str]:
    nonce = body.get("nonce")
    if not nonce or not body.get("enforce_nonce"):
        yield "a message is sent without a nonce that is enforced"
    elif len(str(nonce)) > NONCE:
        yield f"nonce {nonce!r}"


def faults_of_file(name: str, data: bytes) -> Iterator[str]:
    if name.endswith(".png") and not data.startswith(PNG):
        yield f"{name} has {len(data)} bytes and is no PNG"
    if not data:
        yield f"{name} is empty"
    if len(data) > ATTACHMENT:
        yield f"an attachment of {len(data)} bytes"


def faults_of_command(command: dict[str, Any]) -> Iterator[str]:
    """What Discord would not take of a command, in any of its languages."""
    yield from _faults_of_option(command)
    longest = _longest(command)
    if longest > 8000:
        yield f"{longest} characters in the longest language"


def _faults_of_option(option: dict[str, Any]) -> Iterator[str]:
    names = {"default": option["name"], **(option.get("name_localizations") or {})}
    for locale, name in names.items():
        if not COMMAND_NAME.match(name) or name != name.lower():
            yield f"name {name!r} in {locale}"
    words = {"default": option["description"], **(option.get("description_localizations") or {})}
    for locale, description in words.items():
        if not 1 <= len(description) <= 100:
            yield f"description {description!r} in {locale}"
    options = option.get("options") or []
    if len(options) > 25 or len(option.get("choices") or []) > 25:
        yield f"{option['name']} has more than 25 options or choices"
    locales = {each for o in options for each in o.get("name_localizations") or {}}
    for locale in {"default", *locales}:
        inner = [(o.get("name_localizations") or {}).get(locale, o["name"]) for o in options]
        if len(set(inner)) != len(inner):
            yield f"options of one name in {locale}: {inner}"
    for each in options:
        yield from _faults_of_option(each)


def _longest(option: dict[str, Any]) -> int:
    """Characters of names, descriptions and values, each in its longest language."""
    names = [option["name"], *(option.get("name_localizations") or {}).values()]
    words = [
        option.get("description", ""),
        *(option.get("description_localizations") or {}).values(),
    ]
    choices = sum(
        max(map(len, [each["name"], *(each.get("name_localizations") or {}).values()]))
        + len(str(each["value"]))
        for each in option.get("choices") or []
    )
    inner = sum(_longest(each) for each in option.get("options") or [])
    return max(map(len, names)) + max(map(len, words)) + choices + inner
