# join_page.awk - makes one script of the page's modules, and a smaller stylesheet:
#     awk -v root=web -v to=FOLDER -f join_page.awk main.js style.css
# or makes scripts smaller that are not joined:
#     awk -v root=wasm -v to=FOLDER -v apart=1 -f join_page.awk engine.js worker.js
#
# One file compresses better than eighty, and a browser asks for it once.  FOLDER/main.js has every module as a function
# that gives its exports; main.js itself is the last and runs at once.  A module that is named by new URL(.., import.meta.url)
# is a worker: its file only calls its function in main.js.
#
# Comments and white space between tokens are left out, and private names (#name) are shortened.  Nothing else changes.
# Line ends are kept where a statement could end without a semicolon.
#
# Expected of the modules: import and export begin a line; what is exported is a function, a class or one const; no module
# needs itself.

BEGIN {
    for (i = 1; i < ARGC; i++)
        if (ARGV[i] ~ /\.css$/) join_style(ARGV[i])
        else if (apart) shrink(ARGV[i])
        else join_modules(ARGV[i])
    exit status
}

function complain(path, words) {
    print root "/" path ": " words >"/dev/stderr"
    status = 1
}

function text_of(path,   line, text) {
    text = ""
    while ((got = (getline line <(root "/" path))) > 0) text = text line "\n"
    if (got < 0) complain(path, "there is no such file")
    close(root "/" path)
    return text
}

# The stylesheet

function join_style(path,   text) {
    text = text_of(path)
    gsub(/\/\*[^*]*\*+([^\/*][^*]*\*+)*\//, "", text)
    gsub(/[ \t\n]+/, " ", text)
    gsub(/ ?\{ ?/, "{", text)
    gsub(/ ?\} ?/, "}", text)
    gsub(/ ?; ?/, ";", text)
    gsub(/: /, ":", text)
    gsub(/, /, ",", text)
    gsub(/;\}/, "}", text)
    printf "%s", text >(to "/" path)
}

# A script of its own

function shrink(path,   count, lines) {
    target = to "/" path
    count = split(text_of(path), lines, "\n")
    minify(lines, count)
    put("\n")
}

# Modules

function join_modules(path) {
    target = to "/" path
    put("const $made={},$load=(name)=>$made[name]??=$all[name](),$late=async(name)=>$load(name),$all={};\n")
    module(path, 1)
    put("export{$load as load}\n")
}

function put(text) {
    printf "%s", text >target
}

# The path of a module that is named in the module `from`: "./b.js" in a/c.js is a/b.js.
function path_of(name, from) {
    sub(/[^\/]*$/, "", from)
    name = from name
    while (sub(/(^|\/)\.\//, "/", name)) sub(/^\//, "", name)
    while (sub(/[^\/]+\/\.\.\//, "", name));
    return name
}

# Writes a module after those that it needs.
function module(path, is_main,   count, lines, i, needs, exports, line, name, parts) {
    if (path in state) {
        if (state[path] == "open") complain(path, "needs itself")
        return
    }
    state[path] = "open"
    count = split(text_of(path), lines, "\n")
    needs = exports = ""
    for (i = 1; i <= count; i++) {
        if (lines[i] ~ /^import /) {
            for (line = lines[i]; line !~ /;/ && i < count; lines[i] = "") {
                lines[i] = ""
                line = line " " lines[++i]
            }
            lines[i] = imported(line, path)
        } else if (sub(/^export /, "", lines[i])) {
            if (!match(lines[i], /^(async )?(function\*? |class |const )[A-Za-z_$][A-Za-z0-9_$]*/)) complain(path, lines[i] ": what is exported?")
            if (lines[i] ~ /^const [^;]*[^=>;{([]$/) complain(path, lines[i] ": one const per export")
            name = substr(lines[i], 1, RLENGTH)
            sub(/.* /, "", name)
            exports = exports (exports == "" ? "" : ",") name
        }
        lines[i] = named_later(lines[i], path)
    }
    if (is_main) for (i = 1; i <= later_count; i++) module(later[i], 0)
    put(is_main ? "if(globalThis.document){" : "$all[\"" path "\"]=()=>{")
    minify(lines, count)
    if (exports != "") put("return{" exports "}")
    put("};\n")
    state[path] = "written"
}

# import { a, b as c } from "./d.js";  gives  const{a,b:c}=$load("d.js");
function imported(line, from,   names, path) {
    if (!match(line, /"[^"]*"/)) complain(from, line ": what is imported?")
    path = path_of(substr(line, RSTART + 1, RLENGTH - 2), from)
    names = substr(line, 1, RSTART - 1)
    module(path, 0)
    sub(/^import /, "", names)
    if (!sub(/ from $/, "", names)) complain(from, line ": what is imported?")
    gsub(/ as /, ":", names)
    return "const " names "=$load(\"" path "\");"
}

# Modules that are loaded later, and workers.
function named_later(line, from,   path) {
    while (match(line, /import\("[^"]*"\)/)) {
        later[++later_count] = path = path_of(substr(line, RSTART + 8, RLENGTH - 10), from)
        line = substr(line, 1, RSTART - 1) "$late(\"" path "\")" substr(line, RSTART + RLENGTH)
    }
    if (match(line, /new URL\("[^"]*\.js", import\.meta\.url\)/)) {
        path = path_of(substr(line, RSTART + 9, index(substr(line, RSTART + 9), "\"") - 1), from)
        sub(/new URL\("[^"]*"/, "new URL(\"" path "\"", line)
        later[++later_count] = path
        stub(path)
    }
    return line
}

function stub(path,   up) {
    up = path
    gsub(/[^\/]*\//, "../", up)
    sub(/[^\/]*$/, "", up)
    printf "import{load}from\"%smain.js\";load(\"%s\")\n", up == "" ? "./" : up, path >(to "/" path)
}

# Tokens

# Writes the lines of a module.  `last` is the last character that was written, `held` a comma or semicolon that the next token
# may make superfluous, `gap` the white space before the next token; templates[1..nested] are the depths of braces at which
# a template goes on after its ${..}.
function minify(lines, count,   i) {
    held = gap = last = before = word = ""
    depth = nested = in_template = in_comment = 0
    for (i = 1; i <= count; i++) {
        minify_line(lines[i])
        if (in_template) put("\n")
        else if (gap == "" || gap == " ") gap = "\n"
    }
    put(held)
}

function minify_line(rest,   token) {
    while (rest != "") {
        if (in_comment) token = comment_part(rest)
        else if (in_template) token = template_part(rest)
        else token = next_token(rest)
        rest = substr(rest, length(token) + 1)
    }
}

function comment_part(rest) {
    if (!match(rest, /\*\//)) return rest
    in_comment = 0
    return substr(rest, 1, RSTART + 1)
}

# The text of a template up to its end or the next ${.
function template_part(rest) {
    match(rest, /^([^\\`$]|\\.|\$[^{])*\$?/)
    rest = substr(rest, 1, RLENGTH + 1)
    if (rest ~ /`$/) {
        in_template = 0
        last = word = "`"
    } else if (rest ~ /\$\{$/) {
        in_template = 0
        templates[++nested] = depth++
        last = "{"
        word = ""
    }
    put(rest)
    return rest
}

function next_token(rest,   token) {
    if (match(rest, /^[ \t]+/)) {
        if (gap == "") gap = " "
        return substr(rest, 1, RLENGTH)
    }
    if (rest ~ /^\/\//) return rest
    if (rest ~ /^\/\*/) {
        in_comment = 1
        return "/*"
    }
    if (match(rest, /^#?[A-Za-z0-9_$]+/)) {
        token = substr(rest, 1, RLENGTH)
        emit(token ~ /^#/ ? short(token) : token)
    } else if (match(rest, /^"([^"\\]|\\.)*"/) || match(rest, /^'([^'\\]|\\.)*'/) || (is_regex(rest) && match(rest, /^\/([^\/\\[]|\\.|\[([^]\\]|\\.)*\])+\/[a-z]*/))) {
        token = substr(rest, 1, RLENGTH)
        emit(token)
    } else {
        token = substr(rest, 1, 1)
        punctuation(token)
    }
    return token
}

# Whether a / begins a regular expression: nothing that has a value stands before it.
function is_regex(rest) {
    return rest ~ /^\// && (word == "" || word ~ /^(return|typeof|case|in|of|throw|await|yield|else|void|delete)$/)
}

function punctuation(token) {
    if (token == "}" && nested > 0 && depth - 1 == templates[nested]) {
        depth--
        nested--
        in_template = 1
        gap = held = held == ";" ? "" : held
        put(held "}")
        held = gap = ""
        return
    }
    if (token == "{") depth++
    if (token == "}") depth--
    if (token == "`") in_template = 1
    emit(token)
}

function emit(token,   first) {
    first = substr(token, 1, 1)
    if (held == ";" && first == "}" && before != ")") drop_held()
    if (held == "," && first ~ /[])}]/ && before !~ /[,[]/) drop_held()
    put(held separator(first))
    held = gap = ""
    before = last
    last = substr(token, length(token))
    word = token ~ /^[A-Za-z0-9_$#"'\/)\]}]/ && token != "/" ? token : ""
    if (token == ";" || token == ",") held = token
    else put(token)
}

function drop_held() {
    held = ""
    last = before
}

# White space before a token that begins with `first`, where it is needed.  A line end may go where the statement cannot end,
# or has ended.
function separator(first) {
    if (gap == "") return ""
    if (gap == "\n" && last !~ /[][(){},;:?=*|&<>!.~^%]/ && first !~ /[]){},;:?=*|&<>.%]/ && last != "") return "\n"
    if (last ~ /[A-Za-z0-9_$#]/ && first ~ /[A-Za-z0-9_$#]/) return " "
    return last == first && first ~ /[-+\/]/ ? " " : ""
}

# A short private name, the same everywhere.
function short(name,   number, text) {
    if (!(name in shorts)) {
        number = short_count++
        for (text = ""; text == "" || number > 0; number = int(number / 26)) text = text substr("abcdefghijklmnopqrstuvwxyz", number % 26 + 1, 1)
        shorts[name] = "#" text
    }
    return shorts[name]
}
