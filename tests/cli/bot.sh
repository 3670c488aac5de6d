#!/bin/sh
# bot.sh - `demesne bot`: the protocol, with good and bad commands.
. "$(dirname "$0")/lib/tap.sh"

# answers NAME EXPECTED [LINE..]: the answers to these lines, one per line, without trailing blanks.
answers() {
    name=$1
    expected=$2
    shift 2
    printf '%s\n' "$@" >lines
    run sh -c "'$program' bot greedy <lines"
    status_is "$name" 0
    is "$name" "$(printf '%s\n' "$out" | sed 's/ *$//' | grep .)" "$expected"
}

board='arena 3 2
1
9
5
0 1 1
1 2 2'
answers 'version and name' '= 1
= demesne greedy
=' protocol_version name quit
answers 'a game' '=
=
= 1
=
=' "$board" 'rules 1 1 neutral' 'genmove white' 'play black 0' quit
answers 'every answer has a blank line' '=' quit
run sh -c "echo name | '$program' bot greedy | od -An -c | tr -d ' \n'"
is 'an answer ends with a blank line' "$out" '=demesnegreedy\n\n'
answers 'whose turn it is' "=
=
? it is white's turn
? it is white's turn
? expected white or black, found \"red\"" "$board" 'rules 1 1 neutral' 'genmove black' 'play black 1' 'play red 1'
answers 'illegal moves change nothing' '=
=
? vertex 3 is not one of 0..2
? white places 1 stone this turn, not 2
? expected vertices, found "x"
=
? vertex 0 is already occupied
= 1
? the game is over' "$board" 'rules 1 1 neutral' 'play white 3' 'play white 0 1' 'play white x' \
    'play white 0' 'play black 0' 'genmove black' 'genmove white'
answers 'undo and lost turns' '=
=
=
= 1
=
=
? there is no move to take back
= 1' "$board" 'rules 1 1 neutral' 'play white' 'genmove black' undo undo undo 'genmove white'
answers 'a move sent back is not played twice' '=
=
= 1
=
= 2' "$board" 'rules 1 1 neutral' 'genmove white' 'play white 1' 'genmove black'
answers 'the order of commands' '? no board yet; send arena before rules
? no game yet; send arena and rules first
? no game yet; send arena and rules first' 'rules 1 1 neutral' 'genmove white' undo
answers 'bad boards' '? arena:3: expected a vertex value, found "x"
? arena:4: vertex 7 does not exist; the board has vertices 0..1
? arena:4: edge 0 1 has length 0; lengths are positive
? arena:4: expected u v length, found "0"
? expected arena N M: the number of vertices (at least 1) and of edges
? no board yet; send arena before rules' 'arena 2 1
1
x
0 1 1' 'arena 2 1
1
1
7 1 1' 'arena 2 1
1
1
0 1 0' 'arena 2 1
1
1
0 1' 'arena -1 x' 'rules 1 1 neutral'
answers 'bad rules' "=
? expected rules ROUNDS PER_TURN TIES
? unknown tie rule 'mine'; known: neutral, earlier, white, black
? 2 rounds need 4 vertices; the board has 3
? expected rules ROUNDS PER_TURN TIES and nothing more" "$board" rules 'rules 1 1 mine' 'rules 2 1 neutral' \
    'rules 1 1 neutral 5'
answers 'time' '=
? expected time_left white|black MILLISECONDS' 'time_left white 50' 'time_left white soon'
answers 'unknown commands' '? unknown command "hello"
? unknown command "=1"' hello '' '   ' '=1'
answers 'quit inside a board' '=' 'arena 5 0' 1 quit
run sh -c "head -c 3000000 /dev/zero | tr '\\0' a | '$program' bot greedy"
status_is 'an endless line' 0
is 'is refused, and the bot goes on' "$out" '? the line is longer than a mebibyte'
run sh -c "printf 'arena 2000000000 0\\n1\\n' | '$program' bot greedy"
status_is 'input that ends inside a board' 0
run sh -c "head -c 100000 /dev/urandom | '$program' bot greedy >/dev/null"
status_is 'random bytes' 0
run demesne bot nobody
status_is 'no such player' 2
finish
