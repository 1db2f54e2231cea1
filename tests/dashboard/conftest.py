"""The lake of sample logs, made once for all tests of the pages."""

from __future__ import annotations

import pytest

from tests.dashboard.samples import Samples, make


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    return make(tmp_path_factory.mktemp("samples") / "lake")
