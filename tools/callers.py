"""callers.py - how many static functions have a single caller, by the compiler's own call graph.

callers.py [PLACE ..]          one line: static functions, those called at one place, those called by one function
callers.py --list [PLACE ..]   before it each that is called at one place: file:line, lines, name, caller

A function whose address is taken counts as one with more callers.
Reads build/release/compile_commands.json and compiles every file with gcc at -O0 to look at its graph.
"""

import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

FUNCTION = re.compile(r"^(\w+)/\d+ \([^)]*\)")


def graph(entry):
    """Yields (name, callers, address taken) of each static function of a file."""
    words = shlex.split(entry["command"])
    words = words[next(i for i, word in enumerate(words) if re.search(r"(gcc|cc)$", word)) :]
    with tempfile.TemporaryDirectory() as folder:
        dump = os.path.join(folder, "graph")
        at = words.index("-o")
        words = [w for i, w in enumerate(words) if i not in (at, at + 1) and not re.match(r"-O|-W|-DNDEBUG", w)]
        words += ["-O0", "-w", "-DNDEBUG", f"-fdump-ipa-cgraph={dump}", "-o", os.path.join(folder, "object")]
        subprocess.run(words, cwd=entry["directory"], check=True)
        with open(dump, encoding="utf-8") as file:
            text = file.read()
    text = text.split("ymbol table:")[1]  # the first, before anything is removed
    for block in re.split(r"\n(?=\w+/\d+ \()", text):
        name = FUNCTION.match(block)
        if not name or "Type: function definition analyzed" not in block or re.search(r"Visibility:.* public", block):
            continue
        called = re.search(r"\n  Called by: (.*)", block)
        callers = re.findall(r"(\w+)/\d+", called[1]) if called else []
        yield name[1], callers, "\n  Address is taken." in block


def places(name):
    """Where each function of a file begins, and how many lines it has."""
    with open(name, encoding="utf-8") as file:
        lines = file.read().split("\n")
    found = {}
    for i, line in enumerate(lines):
        if line == "{":
            j = i
            while j > 0 and not re.match(r"\w", lines[j]):
                j -= 1
            named = re.search(r"(\w+)\(", lines[j])
            if named:
                found[named[1]] = (j + 1, lines.index("}", i) - j + 1)
    return found


def main(arguments):
    shown = "--list" in arguments
    folders = [a for a in arguments if a != "--list"] or ["src", "cli", "question", "answer", "server"]
    with open("build/release/compile_commands.json", encoding="utf-8") as file:
        entries = {os.path.relpath(e["file"]): e for e in json.load(file)}
    names = sorted(n for n in entries if any(n == f or n.startswith(f.rstrip("/") + "/") for f in folders))
    total = single = once = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, functions in zip(names, pool.map(lambda n: list(graph(entries[n])), names)):
            at = places(name)
            for function, callers, taken in functions:
                if function not in at:  # of a template header: counted there once per file that includes it
                    continue
                total += 1
                single += len(set(callers)) == 1 and not taken
                if len(callers) == 1 and not taken:
                    once += 1
                    if shown:
                        line, lines = at[function]
                        print(f"{name}:{line} {lines} {function} <- {callers[0]}")
    share = 100 / max(total, 1)
    print(f"{total} static functions, {share * once:.1f} % called at one place, {share * single:.1f} % by one function")


main(sys.argv[1:])
