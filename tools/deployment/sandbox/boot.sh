#!/bin/bash
# Boots systemd in a copy of this machine's file system, which is gone afterward. Needs root, and namespaces of its own
# for processes and mounts. $1 is a folder with portico.env, units and a folder for logs, $2 the portal, $3 Node.
set -euo pipefail
work=$1 root=$1/root
mkdir "$work/copy"
mount -t tmpfs tmpfs "$work/copy"
mkdir "$work/copy/changes" "$work/copy/internal" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/copy/changes,workdir=$work/copy/internal" "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
for path in run tmp; do mount -t tmpfs tmpfs "$root/$path"; done
# Nothing of this machine starts.
find "$root/etc/systemd/system" "$root/lib/systemd/system" -name '*.wants' -prune -exec rm -rf {} +
mkdir -p "$root/opt/portico/current" "$root/etc/portico" "$root/logs"
mount --bind "$2" "$root/opt/portico/current"
mount --bind "$work/logs" "$root/logs"
rm -f "$root/usr/local/bin/node"
cp "$3" "$root/usr/local/bin/node"
cp "$work/portico.env" "$root/etc/portico"
cp -r "$work"/units/* "$root/etc/systemd/system"
chroot "$root" useradd --system --home-dir /var/lib/portico --shell /usr/sbin/nologin portico
# Unlike chroot, this allows user namespaces, which PrivateUsers= needs.
mkdir "$root/old"
cd "$root"
pivot_root . old
umount --lazy /old
exec env container=test /lib/systemd/systemd --system --unit=portal.target
