"""promises.py - every status that a header's comment promises can be returned by the function that it describes.

A promise is the name of a status in the comment before a declaration, or behind it.  It is kept if the function, or one
that it may call, names the status.  A function that is passed on, or stands in a table, counts as called by whoever
names it or the table; a call through a member of a struct may reach every function that is ever put into a member of
that name.  So the check can miss a broken promise, but what it prints is one.
"""

import re
import subprocess

STATUS = re.compile(r"\bDM_(?:END|STOPPED|UNFINISHED|BAD_\w+|TOO_LARGE|UNSUPPORTED|NO_MEMORY|IO|INTERNAL)\b")
WORD = re.compile(r"\b[a-zA-Z_]\w*\b")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')
FUNCTION = re.compile(r"^[a-zA-Z][^;{}()=]*?\b(?:FORM\()?(\w+)\)?\([^;{}]*\)\n\{\n(.*?)^\}", re.DOTALL | re.MULTILINE)
TABLE = re.compile(r"\b(\w+)(?:\[[^\]]*\])* = \{(.*?)\};", re.DOTALL)
# What makes a status without naming it where it is called.
MADE_BY = {"dmi_no_memory": "DM_NO_MEMORY", "dmi_stopped": "DM_STOPPED", "dmi_as_unfinished": "DM_UNFINISHED",
           "dmi_as_stopped": "DM_STOPPED"}
KEPT_IN_MEMORY = {("dm_arena_damage", "DM_BAD_INPUT")}  # the status that an earlier check had


def our_files(*patterns):
    listed = subprocess.run(["git", "ls-files", *patterns], check=True, capture_output=True, text=True)
    return listed.stdout.split()


def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


class Code:
    """Functions, tables and macros as nodes: (file or "", name) with the words of their text."""

    def __init__(self, names):
        self.words = {}
        self.homes = {}  # the files with a node's text
        self.members = {}
        self.in_tables = set()
        texts = {name: TEXT.sub(" ", COMMENT.sub(" ", read(name))) for name in names}
        for name, text in texts.items():
            for match in FUNCTION.finditer(text):
                here = name if re.match(r"static(?! inline)", match[0]) and name.endswith(".c") else ""
                self.add(here, match[1], match[2], name)
            for match in re.finditer(r"^#define (\w+)(?:\([^)]*\))?((?:.*\\\n)*.*)", text, re.MULTILINE):
                self.add("", match[1], match[2], name)
            outside = FUNCTION.sub(" ", text)
            for match in TABLE.finditer(outside):
                here = name if re.search(r"static[^;=]*$", outside[: match.start()]) else ""
                self.add(here, match[1], match[2], name)
                self.in_tables.update((name, word) for word in WORD.findall(match[2]))
            if name.endswith((".def", "_impl.h")):  # rows of tables; functions that macros name
                self.in_tables.update((name, word) for word in WORD.findall(text))
            for member, value in re.findall(r"(?:\.|->)(\w+) = &?(\w+)", text):
                self.members.setdefault(member, set()).add((name, value))
        self.in_tables = {node for node in map(self.find, self.in_tables) if node}

    def add(self, here, name, text, home):
        found = set(WORD.findall(text)) | {"->" + m for m in re.findall(r"(?:->|\.|\)\()(\w+)\)?\(", text)}
        self.words.setdefault((here, name), set()).update(found)
        self.homes.setdefault((here, name), set()).add(home)

    def find(self, wanted):
        here, name = wanted
        return (here, name) if (here, name) in self.words else ("", name) if ("", name) in self.words else None

    def called(self, node):
        for here in self.homes[node]:
            for word in self.words[node]:
                if not word.startswith("->"):
                    yield self.find((here, word))
                elif not self.find((here, word[2:])):
                    values = [self.find(value) for value in self.members.get(word[2:], ())]
                    yield from values if any(values) else self.in_tables

    def statuses(self, name):
        start = self.find(("", name))
        seen, open_list, found = {start}, [start], set()
        while open_list:
            node = open_list.pop()
            words = self.words[node]
            found |= {word for word in words if STATUS.fullmatch(word)} | {MADE_BY[w] for w in words if w in MADE_BY}
            for other in self.called(node):
                if other and other not in seen:
                    seen.add(other)
                    open_list.append(other)
        return found


def promises(header):
    """Yields (line, functions, status): one of the functions returns it.  A comment behind a declaration is about that one,
    else about the next ones, up to a blank line or the next comment."""
    text = read(header)
    for match in COMMENT.finditer(text):
        promised = sorted(set(STATUS.findall(re.sub(r"`[^`]*`", "", match[0]))))
        before = re.search(r"\b(\w+)\([^;{}()]*\);[ ]*\Z", text[: match.start()])
        behind = re.split(r"\n\n|/\*", text[match.end() :], maxsplit=1)[0]
        about = [before[1]] if before else re.findall(r"^[a-zA-Z][^;{}()=]*?[ *](\w+)\(", behind, re.MULTILINE)
        for status in promised:
            yield text.count("\n", 0, match.start()) + 1, about, status


def main():
    code = Code(our_files("src/*.c", "src/*.h", "src/*.def"))
    for header in our_files("include/demesne/*.h", "src/*.h"):
        for line, functions, status in promises(header):
            known = [f for f in functions if code.find(("", f)) and f != "FORM" and (f, status) not in KEPT_IN_MEMORY]
            if known and not any(status in code.statuses(f) for f in known):
                print(f"{header}:{line}: {known[0]}() never returns {status}")


if __name__ == "__main__":
    main()
