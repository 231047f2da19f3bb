"""The script for zsh, which also shows what each word means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from shlex import quote

from eriantys.commands.completion.bash import by_values, steps
from eriantys.commands.completion.words import Command, Values

_BEGIN = r"""#compdef eriantys
# Completes command lines of eriantys in zsh; eriantys(6) says where to put it.
_eriantys() {
    local command= word previous=${words[CURRENT-1]} files=
    local -a options below values
    for word in "${(@)words[2,CURRENT-1]}"; do
        case "$command $word" in"""

_MIDDLE = r"""        esac
    done
    if [[ $PREFIX == --*=* ]]; then
        previous=${PREFIX%%=*}
        compset -P '*='
    fi
    case "$command $previous" in"""

_DEFAULT = r"""    esac
    case $command in"""

_END = r"""    esac
    if [[ $PREFIX != -* ]]; then
        (( $#below )) && _describe -t commands command below
        (( $#values )) && compadd -a values
        [[ -n $files ]] && _files
    fi
    if [[ $PREFIX == -* || -z "$below$values$files" ]]; then
        _describe -o option options
    fi
    return 0
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _eriantys "$@"
else
    compdef _eriantys eriantys
fi"""


def script(commands: Sequence[Command]) -> list[str]:
    """Write the script, line by line."""
    says = {each.path: each.says for each in commands}
    return [
        *_BEGIN.splitlines(),
        f"            ({steps(commands)}) command=${{command:+$command }}$word ;;",
        *_MIDDLE.splitlines(),
        *(
            f"        ({cases}) {_given(values)}; return 0 ;;"
            for cases, values in by_values(commands)
        ),
        *_DEFAULT.splitlines(),
        *(line for each in commands for line in _after_command(each, says)),
        *_END.splitlines(),
    ]


def _given(values: Values) -> str:
    if values.files:
        return "_files"
    return f"compadd -- {' '.join(map(quote, values.words))}" if values.words else ":"


def _after_command(command: Command, says: dict[tuple[str, ...], str]) -> Iterator[str]:
    yield f"        ({quote(' '.join(command.path))})"
    yield f"            files={'yes' if command.values.files else ''}"
    yield f"            values=({' '.join(map(quote, command.values.words))})"
    yield from _listed("below", ((name, says[*command.path, name]) for name in command.below))
    yield from _listed(
        "options", ((name, flag.says) for flag in command.flags for name in flag.names)
    )
    yield "            ;;"


def _listed(array: str, words: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Fill an array with words and what they mean."""
    yield f"            {array}=("
    for word, meaning in words:
        yield f"                {quote(f'{word}:{meaning}')}"
    yield "            )"
