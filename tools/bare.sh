#!/bin/sh
# bare.sh - `make run` and `make test` on a bare Debian: only git, make and gcc.
#
#     tools/bare.sh bookworm|trixie [TARGET..]      make targets (default: run test)
#
# Makes the system by debootstrap in a temporary folder (BARE_ROOT=FOLDER: there, and keeps it),
# clones the last commit of this checkout into it and runs make there.  Needs root.  Packages come
# from the mirror that apt uses here.  The mounts and processes of the system end with this script.
set -eu
release=${1:?bookworm or trixie}
shift
checkout=$(cd "$(dirname "$0")/.." && pwd)
root=${BARE_ROOT:-$(mktemp -d)}

[ "$(id -u)" -eq 0 ] || { echo "demesne: error: bare.sh needs root" >&2; exit 1; }
[ -n "${BARE_ROOT:-}" ] || trap 'rm -rf "$root"' EXIT
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1)

if [ ! -d "$root/etc" ]; then
    debootstrap --variant=minbase --include=git,make,gcc "$release" "$root" "$mirror" >"$root.log" 2>&1 || {
        tail "$root.log"
        exit 1
    }
    rm "$root.log"
    chmod 755 "$root"
fi
# The network of this machine, and the certificates it trusts beyond Debian's.
cp /etc/resolv.conf "$root/etc/resolv.conf"
if [ -d /usr/local/share/ca-certificates ]; then
    cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"
fi
rm -rf "$root/srv/demesne"
git clone -q "$checkout" "$root/srv/demesne"

# In namespaces of its own: what is mounted and started there ends with it.
cat >"$root/root/inside.sh" <<'EOF'
cd /srv/demesne
echo "$(. /etc/os-release && echo "$PRETTY_NAME"), $(gcc --version | head -n 1)"
for target; do
    echo "make $target"
    make "$target" </dev/null || { echo "make $target failed"; exit 1; }
done
EOF
# The folder becomes the root, not by chroot, which would forbid the user namespaces of sandboxes.
unshare --mount --pid --fork --kill-child sh -c '
    root=$1
    shift
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount -t devpts devpts "$root/dev/pts"
    mount -t tmpfs tmpfs "$root/dev/shm"
    cd "$root"
    mkdir -p old-root
    pivot_root . old-root
    exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"} \
        sh -c "umount -l /old-root && rmdir /old-root && exec sh /root/inside.sh \"\$@\"" inside "$@"' bare "$root" ${*:-run test}
