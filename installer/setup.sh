# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of this folder share: sourced, not run. Sets `root` to the source tree.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

build_packages=(g++ cmake ninja-build ccache pkg-config qt6-base-dev libqt6opengl6-dev qt6-charts-dev
    qt6-tools-dev qt6-l10n-tools qt6-translations-l10n libbrotli-dev zlib1g-dev libssl-dev libgl-dev fonts-dejavu-core)
test_packages=(xvfb xauth curl openssl)
fuzz_packages=(clang-19 libclang-rt-19-dev)

# Objects compiled in one clone serve another: paths below the source tree do not count.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

# Those of the given packages that are not installed.
missing_packages() {
    local status
    status=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
    local package
    for package in "$@"; do
        grep -qxF "installed $package" <<<"$status" || printf '%s\n' "$package"
    done
}

apt_install() {
    local elevate=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            fail "These packages are missing, and only root may install them: $*" \
                "Run this as root once: apt-get install $*"
        elevate=(sudo)
        say "Installing needs your password for sudo."
    fi
    "${elevate[@]}" apt-get update -q &&
        "${elevate[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" ||
        fail "These packages could not be installed: $*" \
            "Install them in your own way, then run this again."
}

# Installs those of the given packages that are missing. Takes no time where none is.
install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "This is no Debian system, so nothing is installed for you. What is needed, by Debian's names:"
        say "    $*"
        return
    fi
    local missing
    mapfile -t missing < <(missing_packages "$@")
    if [ "${#missing[@]}" -gt 0 ]; then
        say "Installing ${missing[*]}"
        apt_install "${missing[@]}"
    fi
}

# Options for the first configuration of a build folder.
launcher_options() {
    if command -v ccache >/dev/null; then
        printf '%s\n' -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
    fi
}

# configure FOLDER PRESET [OPTION...]: only where it has not been done; the build itself sees changed CMake files.
configure() {
    local folder=$1 preset=$2
    shift 2
    [ -f "$folder/build.ninja" ] && return
    local launcher
    mapfile -t launcher < <(launcher_options)
    (cd "$root" && cmake --preset "$preset" -B "$folder" "${launcher[@]}" "$@") ||
        fail "The build could not be configured. The reason stands above."
}

# build FOLDER [TARGET...]: everything, or the targets only.
build() {
    local folder=$1
    shift
    cmake --build "$folder" ${1:+--target "$@"} || fail "The build failed. The reason stands above."
}

# run_tests FOLDER TESTPRESET: CTest's summary is the last that is written.
run_tests() {
    (cd "$1" && QT_QPA_PLATFORM=offscreen ctest --output-on-failure --no-tests=error --timeout 300)
}
