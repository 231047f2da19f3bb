# shellcheck shell=sh
# The private environment that the commands in bin/ run in. Sourced by them, never run itself.
#
# Expects $root, the absolute path of the sources. The one function to call is
# prepare_environment; it sets $venv. What it leaves in the environment's own folder:
#
#   .gitignore       keeps the whole folder out of version control
#   made-in          the path the environment was made for: it cannot be moved
#   ready            written last: that path again, then what was installed
#   ready.setup.py   the setup.py that was installed, to notice a change
#   install.log      everything the last installation printed
#   lock/            held while the folder is being changed

: "${root:?is set by the command that sources this file}"

say() {
    printf 'eriantys: %s\n' "$*" >&2
}

# One sentence for the person at the terminal; 69 is "service unavailable" in sysexits.h.
give_up() {
    say "$*"
    exit 69
}

# prepare_environment FOLDER PIP-ARGUMENT...
# Makes sure that $root/FOLDER holds what "pip install PIP-ARGUMENT..." would install.
# When nothing is to be done this costs one small process, for every start pays for it.
prepare_environment() {
    venv=$root/$1
    shift
    environment_is_ready "$*" || build_environment "$@"
}

# An environment that holds more than is wanted ("-e .[test]" for "-e .") is ready too.
environment_is_ready() {
    [ -r "$venv/ready" ] && [ -x "$venv/bin/python" ] && [ -x "$venv/bin/eriantys" ] || return 1
    { IFS= read -r made_in && IFS= read -r holds; } <"$venv/ready" || return 1
    [ "$made_in" = "$root" ] || return 1
    case $holds in
        "$1"*) cmp -s "$root/setup.py" "$venv/ready.setup.py" ;;
        *) return 1 ;;
    esac
}

build_environment() {
    if ! mkdir -p "$venv" 2>/dev/null || ! [ -w "$venv" ] ||
        ! (printf '*\n' >"$venv/.gitignore") 2>/dev/null; then
        give_up "cannot write to $venv; make that folder writable, or copy the sources" \
            "to one that is, and start again."
    fi
    take_lock
    # Another start may have done the work while this one waited for the lock.
    environment_is_ready "$*" || fill_environment "$@"
    release_lock
}

fill_environment() {
    log=$venv/install.log
    # From here until the end nothing may look finished, however this is interrupted.
    rm -f "$venv/ready"
    if interpreter_works; then
        say "bringing the private environment in $venv up to date."
    else
        find_python
        say "first use; making a private environment in $venv, which can take a minute."
        make_venv
    fi
    # Copied before it is read, so that a change made meanwhile is noticed at the next start.
    cp "$root/setup.py" "$venv/ready.setup.py" || give_up "cannot copy $root/setup.py to $venv."
    install_into_venv "$@" || exit
    if ! printf '%s\n' "$root" "$*" >"$venv/ready.new" ||
        ! mv -f "$venv/ready.new" "$venv/ready"; then
        give_up "cannot write to $venv; make room on the disk and start again."
    fi
    say "ready."
}

# False for an environment that was never finished, was moved, or whose Python has gone.
interpreter_works() {
    [ -r "$venv/made-in" ] && [ -x "$venv/bin/python" ] || return 1
    IFS= read -r made_in <"$venv/made-in" && [ "$made_in" = "$root" ] &&
        "$venv/bin/python" -I -c 'import pip' </dev/null >/dev/null 2>&1
}

# Sets $python to the first Python that runs, is new enough and can make environments.
find_python() {
    lacks_venv=
    for candidate in "${PYTHON:-}" \
        python3 python3.14 python3.13 python3.12 python3.11 python; do
        [ -n "$candidate" ] || continue
        # The answer is the program behind all links: when an upgrade of the system replaces it
        # the environment is seen to be dead, instead of running without its packages.
        if python=$("$candidate" -I -c '
import os, sys
if sys.version_info < (3, 11):
    sys.exit(3)
try:
    import ensurepip, venv
except ImportError:
    sys.exit(4)
print(os.path.realpath(sys.executable))
' </dev/null 2>/dev/null); then
            return 0
        elif [ $? -eq 4 ]; then
            lacks_venv=${lacks_venv:-$candidate}
        fi
    done
    if [ -n "$lacks_venv" ]; then
        give_up "$lacks_venv comes without its venv module; install that" \
            "(on Debian and Ubuntu: apt install python3-venv) and start again."
    fi
    give_up "found no Python 3.11 or newer; install one, or name it as in" \
        "PYTHON=/path/to/python3, and start again."
}

make_venv() {
    # Not the whole folder: it holds the lock.
    for part in made-in pyvenv.cfg bin include lib lib64 share; do
        rm -rf "${venv:?}/$part"
    done
    "$python" -I -m venv "$venv" </dev/null >"$log" 2>&1 ||
        give_up "could not make an environment with $python ($(reason_in_log));" \
            "the full log is $log."
    # Some versions of venv write a .gitignore of their own.
    printf '*\n' >"$venv/.gitignore"
    printf '%s\n' "$root" >"$venv/made-in"
}

install_into_venv() (
    # Written before setuptools fills the folder, which therefore never shows as untracked.
    if ! mkdir -p "$root/eriantys.egg-info" 2>/dev/null ||
        ! (printf '*\n' >"$root/eriantys.egg-info/.gitignore") 2>/dev/null; then
        give_up "cannot write to $root; make that folder writable and start again."
    fi
    # Personal settings that would send the packages elsewhere.
    unset PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT
    cd "$root" || exit
    "$venv/bin/python" -I -m pip install --no-input --no-color --progress-bar off \
        --disable-pip-version-check "$@" </dev/null >"$log" 2>&1 ||
        give_up "could not install what is needed ($(reason_in_log));" \
            "check the network connection and start again, or read the full log in $log."
)

# The last error in the log, without addresses: where packages come from may be private.
reason_in_log() {
    {
        grep -v '^[[:space:]]*$' "$log" | tail -n 1
        grep -i '^[[:space:]]*error:' "$log" | grep -v 'subprocess-exited-with-error'
    } | tail -n 1 | sed \
        -e 's/^[[:space:]]*//' \
        -e 's/^[Ee][Rr][Rr][Oo][Rr]:[[:space:]]*//' \
        -e "s|[A-Za-z][A-Za-z0-9+.-]*://[^][:space:]'\"<>(),]*|[address]|g" \
        -e "s/host='[^']*'/host=[address]/g" \
        -e 's/[.[:space:]]*$//'
}

# A folder, because making one either succeeds or fails for exactly one of two starts.
take_lock() {
    lock=$venv/lock
    waited=0
    until mkdir "$lock" 2>/dev/null; do
        # Only one start may take over from a dead one, and it looks again once it is the one.
        if lock_is_abandoned && mkdir "$lock/takeover" 2>/dev/null; then
            if lock_is_abandoned; then
                break
            fi
            rmdir "$lock/takeover" 2>/dev/null || :
        fi
        [ "$waited" -ne 1 ] || say "waiting for another start to finish the environment."
        [ "$waited" -lt 900 ] ||
            give_up "another start is still busy; if there is none, remove $lock and start again."
        waited=$((waited + 1))
        sleep 1
    done
    trap release_lock EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    printf '%s\n' "$$" >"$lock/pid"
    rmdir "$lock/takeover" 2>/dev/null || :
}

# A lock without a number was made a moment ago, or by a start that died in that moment.
lock_is_abandoned() {
    holder=$(cat "$lock/pid" 2>/dev/null) || holder=
    if [ -n "$holder" ]; then
        ! kill -0 "$holder" 2>/dev/null
    else
        [ "$waited" -gt 5 ] && [ -d "$lock" ]
    fi
}

release_lock() {
    rm -rf "$lock"
    trap - EXIT HUP INT TERM
}
