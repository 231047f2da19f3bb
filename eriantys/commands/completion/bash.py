"""The script for bash, which is told nothing but words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from shlex import quote

from eriantys.commands.completion.words import Command, Values

_BEGIN = r"""# Completes command lines of eriantys in bash; eriantys(6) says where to put it.
_eriantys() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local command= words= options= files= word
    # bash takes --option=value apart.
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$command $word" in"""

_MIDDLE = r"""        esac
    done
    case "$command $previous" in"""

_DEFAULT = r"""        *) case $command in"""

_END = r"""        esac ;;
    esac
    [[ $current == -* || -z $words$files ]] && words=$options
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(compgen -W "$words" -- "$current"
        [[ -n $files && $current != -* ]] && compgen -f -- "$current")
    [[ -n $files ]] && compopt -o filenames 2>/dev/null
    return 0
}
complete -F _eriantys eriantys"""


def script(commands: Sequence[Command]) -> list[str]:
    """Write the script, line by line."""
    return [
        *_BEGIN.splitlines(),
        f"            {steps(commands)}) command=${{command:+$command }}$word ;;",
        *_MIDDLE.splitlines(),
        *(f"        {cases}) {_given(values)} ;;" for cases, values in by_values(commands)),
        *_DEFAULT.splitlines(),
        *(_after_command(each) for each in commands),
        *_END.splitlines(),
    ]


def steps(commands: Iterable[Command]) -> str:
    """Write the pattern of all names that lead on from where they may follow."""
    paths = (each.path for each in commands if each.path)
    return "|".join(quote(f"{' '.join(path[:-1])} {path[-1]}") for path in paths)


def by_values(commands: Iterable[Command]) -> Iterator[tuple[str, Values]]:
    """Write patterns of all options that take a value, each with what that may be."""
    cases: dict[Values, list[str]] = {}
    for command in commands:
        for flag in command.flags:
            if flag.takes:
                path = " ".join(command.path)
                cases.setdefault(flag.values, []).extend(
                    f"{path} {name}" for name in flag.names
                )
    for values, names in cases.items():
        yield "|".join(map(quote, names)), values


def _after_command(command: Command) -> str:
    options = " ".join(name for flag in command.flags for name in flag.names)
    words = Values((*command.below, *command.values.words), command.values.files)
    path = quote(" ".join(command.path))
    return f"            {path}) {_given(words)} options={quote(options)} ;;"


def _given(values: Values) -> str:
    return f"words={quote(' '.join(values.words))} files={'yes' if values.files else ''}"
