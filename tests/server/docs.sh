#!/bin/sh
# docs.sh - docs/API.md: its examples are run, and it has a section for every endpoint.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/lib/server.sh"
page=$here/../../docs/API.md

# METHOD, name, question and answer of each example, a line each.
awk '/^```http/ { part = 1; next }
     /^```json/ { part = 3; next }
     /^```/ { part = 0 }
     part == 1 { print; part = 2; next }
     part { print }' "$page" >examples

# A better search may change these.
settled() {
    steady | sed -E 's/"(nodes|replies)":[0-9]+/"\1":0/; s/"line":\[\[[^a-z]*\]\]/"line":[]/'
}

start
while read -r method name && read -r question && read -r answer; do
    case $method in
    JOB)
        job "$name" "$question"
        out=$(result)
        ;;
    *) ask "$method" "$name" "$question" ;;
    esac
    is "$method $name $question" "$(printf '%s' "$out" | settled)" "$(printf '%s' "$answer" | settled)"
done <examples
ask GET /api/info
for endpoint in $(printf '%s' "$out" | sed 's/.*"endpoints"://' | grep -o '"name":"[a-z/]*"' | cut -d'"' -f4); do
    ok "$endpoint has a section" grep -qx "### $endpoint" "$page"
    ok "$endpoint is in the OpenAPI description" grep -qE "^  /api/$endpoint:|^ +- $endpoint\$" "$here/../../docs/openapi.yaml"
done
stop
finish
