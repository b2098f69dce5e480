"""Public tests of derivations.py, in the order of the exercises."""

from typing import Any

import pytest


@pytest.mark.exercise("n_params_wrapper")
def test_n_params_wrapper(student: Any) -> None:
    """Raschka's wrapper, and one whose sizes all differ."""
    assert student.n_params_wrapper(d_in=3, d_out_kq=2, d_out_v=1, num_heads=4) == 60
    assert student.n_params_wrapper(7, 3, 11, 3) == 357


@pytest.mark.exercise("n_params_multihead")
def test_n_params_multihead(student: Any) -> None:
    """The width for which part 01 counted queries, keys and values."""
    assert student.n_params_multihead(d_model=12_288) == 603_979_776


@pytest.mark.exercise("n_params_multihead")
def test_n_params_multihead_of_an_odd_width(student: Any) -> None:
    """One head fits every width."""
    assert student.n_params_multihead(5) == 100


@pytest.mark.exercise("head_dim")
def test_head_dim(student: Any) -> None:
    """Vaswani et al. 2017, section 3.2.2."""
    assert student.head_dim(d_model=512, num_heads=8) == 64


@pytest.mark.exercise("head_dim")
def test_head_dim_of_three_heads(student: Any) -> None:
    """Twelve columns, four for each."""
    assert student.head_dim(12, 3) == 4


@pytest.mark.exercise("attention_matmul_flops")
def test_attention_matmul_flops(student: Any) -> None:
    """Ten tokens of width 64."""
    assert student.attention_matmul_flops(T=10, d_model=64) == 25_600


@pytest.mark.exercise("attention_matmul_flops")
def test_attention_matmul_flops_of_a_longer_sentence(student: Any) -> None:
    """Thirty tokens of the same width."""
    assert student.attention_matmul_flops(30, 64) == 230_400


@pytest.mark.exercise("weights_bytes")
def test_weights_bytes(student: Any) -> None:
    """One GiB for a long text, and a small batch."""
    assert student.weights_bytes(B=1, T=4096, num_heads=32, bytes_per_element=2) == 1_073_741_824
    assert student.weights_bytes(3, 5, 2, 4) == 600
