#!/bin/bash
# Runs a list of commands in a copy of this machine's file system, and prints the exit code of each. Each line has the
# expected code before the command; another one ends the run. What commands write is gone afterward. Needs root.
set -euo pipefail
work=$1 commands=$2
mount -t tmpfs tmpfs "$work"
mkdir "$work/changes" "$work/internal" "$work/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/changes,workdir=$work/internal" "$work/root"
mount -t proc proc "$work/root/proc"
mount --rbind /dev "$work/root/dev"
mount -t tmpfs tmpfs "$work/root/run"
exec chroot "$work/root" /bin/bash -c '
  cd /root
  while IFS=" " read -r expected command <&9; do
    echo ":: $command"
    code=0
    eval "$command" 2>&1 || code=$?
    printf "\n:: exit %s\n" "$code"
    [ "$code" = "$expected" ] || break
  done 9< "$1"
' bash "$commands"
