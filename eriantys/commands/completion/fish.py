"""The script for fish, which is a list of what may follow what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eriantys.commands.completion.words import Command, Flag, Values

_BEGIN = r"""# Completes command lines of eriantys in fish; eriantys(6) says where to put it.
function __eriantys_at --description 'Whether just these commands of eriantys were typed'
    set --local command
    for word in (commandline --tokens-expanded --current-process --cut-at-cursor 2>/dev/null
            or commandline --tokenize --current-process --cut-at-cursor)[2..]
        if contains -- "$command $word" $__eriantys_steps
            set --append command $word
        end
    end
    test "$command" = "$argv"
end
complete --command eriantys --no-files"""


def script(commands: Sequence[Command]) -> list[str]:
    """Write the script, line by line."""
    paths = (each.path for each in commands if each.path)
    steps = (_quoted(f"{' '.join(path[:-1])} {path[-1]}") for path in paths)
    lines = [line for each in commands for line in _lines(each, commands)]
    return [f"set --global __eriantys_steps {' '.join(steps)}", *_BEGIN.splitlines(), *lines]


def _lines(command: Command, commands: Sequence[Command]) -> Iterator[str]:
    where = " ".join(["__eriantys_at", *command.path])
    begin = f"complete -c eriantys -n {_quoted(where)}"
    for each in commands:
        if each.path[:-1] == command.path and each.path:
            yield f"{begin} -a {_quoted(each.path[-1])} -d {_quoted(each.says)}"
    if command.values != Values():
        yield f"{begin}{_given(command.values)}"
    for flag in command.flags:
        yield f"{begin} {_named(flag)} -d {_quoted(flag.says)}"


def _named(flag: Flag) -> str:
    names = [
        f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.names
    ]
    if flag.takes:
        names.append(("-r" if flag.values.files else "-x") + _given(flag.values))
    return " ".join(names)


def _given(values: Values) -> str:
    words = f" -a {_quoted(' '.join(values.words))}" if values.words else ""
    return words + (" -F" if values.files else "")


def _quoted(text: str) -> str:
    """Quote a text as fish does, which differs from other shells where it matters."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
