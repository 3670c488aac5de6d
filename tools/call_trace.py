"""call_trace.py - which of our functions a command calls, and who calls whom, by valgrind's callgrind.

call_trace.py PROGRAM ARGUMENT ..            how many functions of this project are called
call_trace.py --list PROGRAM ARGUMENT ..     their names
call_trace.py --edges PROGRAM ARGUMENT ..    pairs "caller callee", also calls through pointers

A function that the compiler has merged into another one is not seen.  To count all of them, build with
    cmake -S . -B build/trace -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS='-O1 -fno-inline' -DDEMESNE_TESTS=OFF
"""

import os
import re
import subprocess
import sys
import tempfile

NAME = re.compile(r"\((\d+)\)(?: (.*))?")
FOREIGN = re.compile(r"^0x|^\(|CaDiCaL|^_|cpu_|get_available_features|\.constprop|\.part")


def trace(command):
    """Returns the functions of the program itself and the calls between them."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace")
        words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + path, *command]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
    names, objects = {}, {}

    def name_of(known, text):
        found = NAME.match(text)
        if found[2]:
            known[found[1]] = re.sub(r"'\d+$", "", found[2])  # callgrind numbers recursive calls
        return known.get(found[1], "?")

    program = os.path.basename(command[0])
    functions, calls = set(), set()
    caller = place = callee_place = None
    for line in lines:
        key, _, text = line.partition("=")
        if key == "ob":
            place = name_of(objects, text)
        elif key == "cob":
            callee_place = name_of(objects, text)
        elif key == "fn":
            caller = name_of(names, text)
            if os.path.basename(place or "") == program:
                functions.add(caller)
        elif key == "cfn":
            callee = name_of(names, text)
            if os.path.basename(callee_place or place or "") == program:
                calls.add((caller, callee))
            callee_place = None
    ours = {name for name in functions if not FOREIGN.search(name)}
    return ours, {pair for pair in calls if pair[0] in ours and pair[1] in ours}


def main(arguments):
    """Prints what the first word asks for."""
    form = arguments.pop(0) if arguments and arguments[0].startswith("--") else ""
    functions, calls = trace(arguments)
    if form == "--list":
        print("\n".join(sorted(functions)))
    elif form == "--edges":
        print("\n".join(f"{caller} {callee}" for caller, callee in sorted(calls)))
    else:
        print(len(functions))


main(sys.argv[1:])
