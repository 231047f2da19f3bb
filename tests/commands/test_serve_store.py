"""What `eriantys serve` says of a store that it cannot go on with."""

from __future__ import annotations

from contextlib import closing
from typing import NoReturn

import pytest

from eriantys import exits
from eriantys.commands import serve
from eriantys.server.outside.settings import read_settings
from eriantys.server.outside.store import Store
from eriantys.server.rows import Spoilt, StoreTrouble


@pytest.mark.parametrize(
    ("trouble", "code"),
    [
        (Spoilt("What is stored is damaged."), exits.BAD_DATA),
        (StoreTrouble("The disk reports an error."), exits.UNAVAILABLE),
    ],
)
def test_only_a_store_that_is_spoilt_is_called_so(
    monkeypatch: pytest.MonkeyPatch, trouble: StoreTrouble, code: int
) -> None:
    def look(_store: Store) -> NoReturn:
        raise trouble

    monkeypatch.setattr(Store, "unfinished", look)
    settings = read_settings({"store": "x.db"})
    with closing(Store.in_memory()) as store, pytest.raises(exits.Quit) as caught:
        serve._core(settings, store)
    assert caught.value.code == code
    assert caught.value.text == f"cannot go on with what x.db holds: {trouble}"
