"""The difference that a public test reports, as the search for look-alikes gets it."""

import pytest
from torch import tensor

from assignments._support.compare import MismatchError, assert_close

WEIGHTS = tensor([[1.0, 0.0, 0.0], [0.3302, 0.6698, 0.0], [0.2483, 0.2483, 0.5035]])


def difference(got):
    with pytest.raises(MismatchError) as raised:
        assert_close(got, WEIGHTS, atol=1.5e-4, rtol=0.0, call="masked_softmax(scores, 2)")
    return raised.value.difference
