# Sourced by the other scripts: makes .venv with the project installed in place, and keeps its
# kernels compiled. Expects $root. Everything it says goes to stderr.

venv=$root/.venv
deps_of_run=              # extras of pyproject.toml that a kind of use needs
deps_of_dev='[dev]'

say() { printf 'undertow: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

tool=                     # process group of the tool that runs

# Run a tool in a process group of its own: Ctrl-C reaches this script alone, which ends the tool
# and all that it started without their tracebacks.
with_tool() {
    set -m
    "$@" <&0 >&2 &
    tool=$!
    set +m
    wait "$tool"
    local code=$?
    tool=
    return "$code"
}

# End what runs. Stamps are written last, so the next call does the rest again.
interrupted() {
    trap '' INT TERM HUP
    if [[ -n $tool ]]; then
        kill -TERM -- "-$tool" 2>/dev/null
        wait "$tool" 2>/dev/null
    fi
    say "set-up interrupted; run again"
    exit "$1"
}

# What the environment was made from: the folder, the build mode, the sources' content and the
# names of the compiled modules.
fingerprint() {
    printf '%s\n' "$root" "${UNDERTOW_BUILD:-release}"
    cat "$root/build/mode" 2>/dev/null
    (cd "$root" && find pyproject.toml setup.py kernels -type f \
        \( -name '*.toml' -o -name '*.py' -o -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi' \
        -o -name '*.h' \) \
        -exec cksum {} + && find kernels -name '*.so') | LC_ALL=C sort
}

fingerprint_of_deps() { printf '%s\n' "$root"; cksum <"$root/pyproject.toml"; }

holds() { [[ -f $1 && $(<"$1") == "$2" ]]; }    # a stamp file says just that

find_python() {
    local candidate
    for candidate in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s' "$candidate"
            return
        fi
    done
    fail "needs Python 3.11 or newer as python3 (or named by PYTHON=...); found" \
        "$(python3 --version 2>/dev/null || echo none)"
}

require_compiler() {
    local compiler headers
    compiler=${CC:-$("$1" -c 'import sysconfig; print(sysconfig.get_config_var("CC") or "cc")')}
    command -v "${compiler%% *}" >/dev/null ||
        fail "needs a C compiler: '${compiler%% *}' is missing (Debian: apt-get install gcc libc6-dev)"
    headers=$("$1" -c 'import sysconfig; print(sysconfig.get_path("include"))')
    [[ -f $headers/Python.h ]] ||
        fail "needs Python's C headers: $headers/Python.h is missing (Debian: apt-get install python3-dev)"
}

make_venv() {
    say "creating $venv"
    with_tool "$1" -m venv --clear "$venv" ||
        fail "cannot create $venv (Debian: apt-get install python3-venv)"
}

# Install in place, without an isolated build, so that a later rebuild finds the same tools.
install_project() {
    local pip=("$venv/bin/python" -m pip install --quiet --disable-pip-version-check)
    local tools
    say "installing undertow$1 and compiling (some minutes, this once)"
    tools=$("$venv/bin/python" -c 'import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
    with_tool "${pip[@]}" -r /dev/stdin <<<"$tools" &&
        with_tool "${pip[@]}" --no-build-isolation --editable ".$1" ||
        fail "the installation failed: see above"
}

compile() {
    say "compiling what changed"
    with_tool "$venv/bin/python" setup.py --quiet build_ext --inplace ||
        fail "compiling failed: see above"
}

# Bring the environment up to date for "run" or "dev"; the lock is held.
set_up() {
    local kind=$1 extras=deps_of_$1 deps python stamp
    holds "$venv/undertow.$kind" "$(fingerprint)" && return
    cd "$root" || exit 1
    deps=$(fingerprint_of_deps)
    if [[ ! -x $venv/bin/python || ! -f $venv/undertow.root ]] ||
        ! holds "$venv/undertow.root" "$root"; then
        python=$(find_python) || exit 1
        require_compiler "$python"
        make_venv "$python"
        printf '%s\n' "$root" >"$venv/undertow.root"
    fi
    require_compiler "$venv/bin/python"
    if holds "$venv/undertow.$kind.deps" "$deps"; then
        compile
    else
        install_project "${!extras}"
        for stamp in "$kind" run; do printf '%s\n' "$deps" >"$venv/undertow.$stamp.deps"; done
    fi
    for stamp in "$kind" run; do fingerprint >"$venv/undertow.$stamp"; done
}

# Usage: ensure_environment run|dev. Costs some milliseconds when nothing changed.
ensure_environment() {
    holds "$venv/undertow.$1" "$(fingerprint)" && return
    { mkdir -p "$root/build" && : >>"$root/build/setup.lock" && [[ -w $root && -w $root/kernels ]]
    } 2>/dev/null || fail "cannot write to $root, where the environment is made; copy it elsewhere"
    (
        trap 'interrupted 130' INT
        trap 'interrupted 143' TERM
        trap 'interrupted 129' HUP
        if command -v flock >/dev/null; then
            flock --nonblock 9 || { say "waiting for another set-up to finish"; flock 9; }
        fi
        set_up "$1"
    ) 9>"$root/build/setup.lock" || exit
}
