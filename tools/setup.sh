#!/bin/sh
# Installs the packages of tools/packages.txt that are missing, for the groups given.
# If none is missing it needs no network.
set -eu
cd "$(dirname "$0")/.."

release=unknown
[ -r /etc/os-release ] && release=$(. /etc/os-release && echo "$ID-$VERSION_ID")

wanted() {
    awk -v groups=" $* " -v release="$release" '
        /^#/ || NF < 2 || !index(groups, " " $1 " ") { next }
        {
            name = $2
            program = ""
            for (i = 3; i <= NF; i++) {
                split($i, pair, "=")
                if (pair[1] == release) name = pair[2]
                if (pair[1] == "has") program = pair[2]
            }
            if (name != "-") print name ":" program
        }' tools/packages.txt
}

installed=" $(dpkg-query -W -f '${Package} ${Status}\n' | awk '$2 == "install" && $3 == "ok" { printf "%s ", $1 }')"
missing=""
for row in $(wanted "$@"); do
    package=${row%%:*}
    program=${row#*:}
    [ -n "$program" ] && command -v "$program" >/dev/null && continue
    case $installed in *" $package "*) ;; *) missing="$missing $package" ;; esac
done
[ -n "$missing" ] || exit 0

echo "demesne: installing$missing" >&2
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
        echo "demesne: error: installing packages needs root or sudo; install$missing by hand" >&2
        exit 1
    }
    as_root=sudo
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
