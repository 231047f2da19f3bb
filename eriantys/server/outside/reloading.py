"""Reading the operator's wishes again while the server runs, and fulfilling what can be."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Mapping
from typing import Any

import msgspec

from eriantys import exits
from eriantys.server.inputs import Reload
from eriantys.server.operator.answers import Done, Refused
from eriantys.server.outside import tls
from eriantys.server.outside.porter import Porter
from eriantys.server.outside.settings import OPTIONS, Settings, read_settings

log = logging.getLogger("eriantys.server.outside.reloading")

FIXED = ("host", "port", "store", "socket", "metrics", "bots", "log_json")
"""What cannot change while the server runs."""


def load_certificate(settings: Settings) -> ssl.SSLContext | None:
    """Read the certificate if there is to be one, or raise `Quit` with what is wrong."""
    return tls.load(settings.tls_cert, settings.tls_key) if settings.tls_cert else None


def set_log_level(level: str) -> None:
    """Log nothing that is less grave."""
    logging.getLogger("eriantys").setLevel(level.upper())


class Reloading:
    """Knows what is in force, and where it was read."""

    def __init__(
        self, settings: Settings, typed: Mapping[str, str], file: str | None, porter: Porter
    ) -> None:
        self._settings = settings
        self._typed = typed
        self._file = file
        self._porter = porter
        self.outcome: Done | Refused = Done("Nothing was read again yet.")
        """What became of it the last time."""

    def __call__(self) -> Reload | None:
        """Read all of it again; if any of it will not do, everything stays as it was.

        Returns what the rest of the house must know, if there is anything new.
        """
        before = self._settings
        try:
            wanted = before if self._file is None else read_settings(self._typed, self._file)
            certificate = load_certificate(wanted)
        except exits.Quit as refused:
            log.error("everything stays as it was: %s", refused.text)
            self.outcome = Refused("bad-configuration", f"All stays as it was: {refused.text}")
            return None
        waiting = [name for name in FIXED if _value(wanted, name) != _value(before, name)]
        after = msgspec.structs.replace(
            wanted, **{name: _value(before, name) for name in FIXED}
        )
        self._settings = after
        self._porter.tls = certificate  # for whoever comes next
        # What there is to say is heard if either the former level or the new one allows it.
        set_log_level(min(before.log_level, after.log_level, key=_gravity))
        self._tell(before, waiting)
        set_log_level(after.log_level)
        return None if after == before else Reload(after.limits, after.motd)

    def _tell(self, before: Settings, waiting: list[str]) -> None:
        after = self._settings
        done = []
        if self._file is not None:
            names = [option.name for option in OPTIONS]
            changed = [name for name in names if _value(before, name) != _value(after, name)]
            done.append(f"read {self._file} again, changed: {', '.join(changed) or 'nothing'}")
        if after.tls_cert:
            done.append(f"read the certificate {after.tls_cert} again")
        if not done:
            done.append("nothing can be read again without --config or --tls-cert")
        log.info("%s", "; ".join(done))
        later = f"only the next start can change: {', '.join(waiting)}" if waiting else ""
        if later:
            log.warning("%s", later)
        told = "; ".join([*done, later] if later else done)
        self.outcome = Done(f"{told[0].upper()}{told[1:]}.")
        if bool(after.tls_cert) != bool(before.tls_cert):
            log.warning(
                "whoever connects from now on must speak %s TLS",
                "with" if after.tls_cert else "without",
            )


def _gravity(level: str) -> int:
    return logging.getLevelNamesMapping()[level.upper()]


def _value(settings: Settings, name: str) -> Any:
    return getattr(settings if hasattr(settings, name) else settings.limits, name)
