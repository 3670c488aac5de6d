#!/bin/sh
# Fetches the sources of the libraries that the module links, from the distribution's own source packages, and unpacks
# each into TO/NAME.  What is there already is kept.  Needs no root: apt keeps its lists for this in TO, too.
#
#     wasm/sources.sh build/site-sources
set -eu
to=$1
packages="nauty gmp jansson expat zlib bzip2"

missing=""
for package in $packages; do
    [ -d "$to/$package" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

# The distribution's entries of the machine, with sources in place of binaries.
mkdir -p "$to/apt/parts" "$to/apt/lists/partial" "$to/apt/cache/archives/partial"
to=$(cd "$to" && pwd)
for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list.d/ubuntu.sources; do
    [ -r "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" >"$to/apt/parts/${file##*/}"
done
if [ -r /etc/apt/sources.list ]; then
    sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$to/apt/parts/own.list"
fi
apt() {
    apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$to/apt/parts" \
        -o Dir::State::Lists="$to/apt/lists" -o Dir::Cache="$to/apt/cache" -o APT::Sandbox::User= "$@"
}
apt update

# The newest version, or the release's own where a mirror lists one that it does not have.
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
fetch() {
    apt source --download-only "$1" >/dev/null 2>&1 || apt source --download-only "$1/$codename" >/dev/null
}
for package in $missing; do
    echo "demesne: fetching the source of $package" >&2
    mkdir -p "$to/packed/$package"
    cd "$to/packed/$package"
    rm -rf ./*
    fetch "$package"
    dpkg-source -x ./*.dsc unpacked >/dev/null 2>&1
    mv unpacked "$to/$package"
done
rm -rf "$to/apt" "$to/packed"
