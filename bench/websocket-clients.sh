#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the WebSocket clients that other people have written against a build:
#   bench/websocket-clients.sh [BUILD FOLDER]
# Needs node and npm; installs the package "ws" into a temporary folder. Chromium is tried where it is installed.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "${1:-$root/build/release}" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && npm install --silent --no-audit --no-fund ws@8)
export SERVELAB_WS_MODULE=$folder/node_modules/ws
export SERVELAB_SOURCE_DIR=$root
SERVELAB_CHROMIUM=$(command -v chromium || true)
export SERVELAB_CHROMIUM
"$build/tests/server/tst_websocketclients"
