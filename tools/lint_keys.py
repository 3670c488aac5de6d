"""lint_keys.py - prints `file key` for tools/lint.sh: one key per text, so that a clean file is known again.

lint_keys.py tidy SETTINGS      every source file; the key hashes the settings, the file and all our headers in it
lint_keys.py format SETTINGS    every source file and header; the key hashes the settings and the file alone
"""

import hashlib
import re
import subprocess
import sys

INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[^<"\n]*[<"]([^>"\n]*)', re.MULTILINE)
TIDIED = re.compile(r"(src|cli|bench|question|answer|server|mpi|python|tournament_pages)/.*\.c$")
PLACES = ("", "src/", "include/", "cli/", "bench/")


def read(name):
    with open(name, "rb") as file:
        return file.read()


def our_files(*patterns):
    listed = subprocess.run(["git", "ls-files", *patterns], check=True, capture_output=True, text=True)
    return {name: read(name) for name in listed.stdout.splitlines()}


def included(name, texts):
    """The files of ours that one includes by itself, in their order."""
    folder = name[: name.rfind("/") + 1]
    for match in INCLUDE.finditer(texts[name]):
        wanted = match.group(1).decode()
        found = [place + wanted for place in (folder, *PLACES) if place + wanted in texts]
        if found:
            yield found[0]


def with_headers(name, below, seen):
    """The file and all that it includes, directly or not, in the order in which a compiler meets them."""
    if name in seen:
        return
    seen.add(name)
    yield name
    for header in below[name]:
        yield from with_headers(header, below, seen)


def key(settings, texts):
    whole = hashlib.sha256(settings.encode() + b"\n")
    for text in texts:
        whole.update(text)
    return whole.hexdigest()[:16]


def main(what, settings):
    if what == "format":
        texts = our_files("*.c", "*.h")
        wanted = {name: [name] for name in texts}
    else:
        texts = our_files("*.c", "*.h", "*.def")
        below = {name: list(included(name, texts)) for name in texts}
        wanted = {name: with_headers(name, below, set()) for name in texts if TIDIED.match(name)}
    for name in sorted(wanted):
        print(name, key(settings, (texts[file] for file in wanted[name])))


main(*sys.argv[1:])
