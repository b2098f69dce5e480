"""Looks for secrets from inside: every file that can be listed and read, the environment, every object in memory."""

import gc
import os

SMALL = 200_000


def search(needles, project):
    found = [f"environment: {name}" for name, value in os.environ.items() if project in value]
    for folder, _, files in os.walk("/"):
        for name in files:
            found += look(os.path.join(folder, name), needles)
        if folder.startswith(project):
            found.append(folder)
    return (found + objects(needles))[:20]


def look(path, needles):
    if not path.endswith((".py", ".toml", ".json", ".md", ".csv")) or "site-packages" in path or "/lib/python" in path:
        return []
    try:
        if os.path.getsize(path) > SMALL:
            return []
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return []
    return [f"{path}: {needle}" for needle in needles if needle in text]


def objects(needles):
    own = {id(needle) for needle in needles} | {id(needles)}
    texts = [
        item for holder in gc.get_objects() if type(holder) is dict for item in holder.values() if type(item) is str
    ]
    return [
        f"memory: {text[:60]}" for text in texts if id(text) not in own and any(needle in text for needle in needles)
    ]
