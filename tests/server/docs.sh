#!/bin/sh
# docs.sh - docs/API.md: its examples are run, and it has a section for every endpoint.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/lib/server.sh"
page=$here/../../docs/API.md

# Per example: METHOD and name, question, answer, one per line; GET has no question.
awk '/^```http/ { part = "name"; next }
     /^```json/ { part = "answer"; next }
     /^```/ { if (part == "question") print ""
              part = "" }
     part { print }
     part == "name" { part = "question"; next }
     part == "question" { part = "asked" }' "$page" >examples

# Removes what a better search may change, and times.
settled() {
    steady | sed -E 's/"(nodes|replies)":[0-9]+/"\1":0/; s/"line":\[\[[^a-z]*\]\]/"line":[]/
                     s/"(thought|processor)":\[[^]]*\]/"\1":[0,0]/g'
}

# An answer as a pattern: two dots match anything.
pattern() {
    settled | sed 's/[][*?\\]/\\&/g; s/\.\./*/g'
}

# Makes the results database as the document says.
sed -n 's/^demesne \(tournament .*\)/\1 --quiet/p' "$page" | xargs "$program" >/dev/null
start --db results.db
while read -r method name && read -r question && read -r answer; do
    case $method in
    JOB)
        job "$name" "$question"
        out=$(result)
        ;;
    *) ask "$method" "$name" "$question" ;;
    esac
    matches "$method $name $question" "$(printf '%s' "$out" | settled)" "$(printf '%s' "$answer" | pattern)"
done <examples
ask GET /api/info
for endpoint in $(printf '%s' "$out" | sed 's/.*"endpoints"://' | grep -o '"name":"[a-z/]*"' | cut -d'"' -f4); do
    ok "$endpoint has a section" grep -qx "### $endpoint" "$page"
    ok "$endpoint has an example" grep -qxE "(GET|POST) /api/$endpoint|JOB $endpoint" examples
done
stop
demesne man --openapi >openapi.yaml
ok 'docs/openapi.yaml is what `demesne man --openapi` prints' cmp openapi.yaml "$here/../../docs/openapi.yaml"
finish
