#!/bin/sh
# site.sh - puts the page and the engine's module together, as files that any web host serves:
#     wasm/site.sh [PAGE [MODULE [TO]]]
# PAGE is the folder of the page, MODULE the module, TO the folder that is made.
#
# All files but index.html, the service worker and what names the page on a phone are in a folder that is named by their
# content, so a browser never mixes two versions.
set -eu
cd "$(dirname "$0")/.."
page=${1:-build/release/page}
module=${2:-build/wasm/demesne.wasm}
to=${3:-build/site}

rm -rf "$to.new"
mkdir -p "$to.new/files/wasm"
cp -r "$page/." "$to.new/files"
cp "$module" "$to.new/files/wasm"
LC_ALL=C awk -v root=wasm -v to="$to.new/files/wasm" -v apart=1 -f cmake/join_page.awk engine.js worker.js
cp wasm/service_worker.js "$to.new"
chmod -R u=rwX,go=rX "$to.new"
cd "$to.new"

top=$OLDPWD
version=$(find files "$top"/wasm/*.webmanifest "$top"/wasm/*.png "$top"/wasm/site.sh service_worker.js -type f |
    LC_ALL=C sort | xargs cat | sha256sum | cut -c1-12)
mv files "$version"
rules="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'"
rules="$rules; img-src 'self' data: blob:; connect-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
sed -e "s|<html lang=\"en\">|<html lang=\"en\" data-engine=\"$version/wasm/\">|" \
    -e "s#=\"\([a-z]*\.[a-z]*\)\"#=\"$version/\1\"#g" \
    -e "s|^<title>|<meta http-equiv=\"Content-Security-Policy\" content=\"$rules\">\n<meta name=\"theme-color\" content=\"#0072b2\">\n&|" \
    -e "s|^</head>|<link rel=\"manifest\" href=\"manifest.webmanifest\">\n<link rel=\"apple-touch-icon\" href=\"icon.png\">\n&|" \
    "$version/index.html" >index.html
rm "$version/index.html"
cp "$top/wasm/manifest.webmanifest" "$top/wasm/icon.png" .
files=$(find . -type f ! -name index.html ! -name service_worker.js | LC_ALL=C sort | sed 's|^\./\(.*\)|  "\1",|')
awk -v version="$version" -v files="$files" '
    /^const VERSION/ { print "const VERSION = \"" version "\";"; next }
    /^const FILES/ { print "const FILES = [\n  \"./\",\n" files "\n];"; next }
    { print }' service_worker.js >numbered
mv numbered service_worker.js
cd "$top"
rm -rf "$to"
mv "$to.new" "$to"
