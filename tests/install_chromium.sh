#!/bin/sh
# The browser that the tests drive: Debian's Chromium.
set -e
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo"
$as_root apt-get update -qq
$as_root apt-get install -y -qq chromium fonts-dejavu-core fonts-noto-color-emoji
