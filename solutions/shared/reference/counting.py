"""Parameters, pairs, operations and bytes, by building and counting; sizes on `meta` are as large as one likes."""

import torch
from torch import nn

from autograder.checking.reference_cache import remembered


@remembered
def self_attention_parameters(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    """Three matrices, as `SelfAttention` and `CrossAttention` have them."""
    return _numbers_in(_linear(d_in, d_out_kq), _linear(d_in, d_out_kq), _linear(d_in, d_out_v))


@remembered
def single_head_parameters(embed_dim: int) -> int:
    """Three square layers with biases."""
    return _numbers_in(*[_linear(embed_dim, embed_dim, bias=True) for _ in "qkv"])


@remembered
def qkv_weights(embed_dim: int) -> int:
    """Three square layers without biases."""
    return _numbers_in(*[_linear(embed_dim, embed_dim) for _ in "qkv"])


@remembered
def causal_parameters(embed_dim: int, head_dim: int) -> int:
    """Three projections into the head and one back."""
    into_the_head = [_linear(embed_dim, head_dim) for _ in "qkv"]
    return _numbers_in(*into_the_head, _linear(head_dim, embed_dim))


@remembered
def parameters_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    """The table of token vectors, and the head that reads them."""
    table = nn.Embedding(vocab_size, embed_dim, _weight=torch.empty(vocab_size, embed_dim, device="meta"))
    return _numbers_in(table) + causal_parameters(embed_dim, head_dim)


def wrapper_parameters(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    """One head after the other."""
    return sum(self_attention_parameters(d_in, d_out_kq, d_out_v) for _ in range(num_heads))


@remembered
def multihead_parameters(d_model: int) -> int:
    """Queries, keys, values and the output projection, all square, without biases."""
    return _numbers_in(*[_linear(d_model, d_model) for _ in "qkvo"])


def _linear(inputs: int, outputs: int, *, bias: bool = False) -> nn.Linear:
    return nn.Linear(inputs, outputs, bias=bias, device="meta")


def _numbers_in(*modules: nn.Module) -> int:
    return sum(parameter.numel() for module in modules for parameter in module.parameters())


@remembered
def visible_pairs(T: int) -> int:
    """Query after query, the keys from the first one to the query itself."""
    return sum(len(range(query + 1)) for query in range(T))


def head_width(d_model: int, num_heads: int) -> int:
    """The columns that head 0 gets when all columns are dealt out in turn."""
    return len(range(0, d_model, num_heads))


@remembered
def attention_operations(T: int, d_model: int) -> int:
    """Scores (T, T) with sums of d_model terms, context vectors (T, d_model) with sums of T terms: all heads as one."""
    return _product_operations(T, d_model, T) + _product_operations(T, T, d_model)


def _product_operations(rows: int, terms: int, columns: int) -> int:
    """A multiplication and an addition for each term of each entry of a product of two matrices."""
    per_entry = sum(1 + 1 for _ in range(terms))
    return torch.empty(rows, columns, device="meta").numel() * per_entry


def bytes_of_weights(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    """The memory of a tensor (B, h, T, T) of elements of this many bytes."""
    return torch.empty(B, num_heads, T, T, bytes_per_element, dtype=torch.uint8, device="meta").nbytes


@remembered
def block_parameters(d_model: int, d_hidden: int) -> int:
    """Four projections without biases, two norms, a layer up and one down."""
    norms = [nn.LayerNorm(d_model, device="meta") for _ in range(2)]
    layers = [_linear(d_model, d_hidden, bias=True), _linear(d_hidden, d_model, bias=True)]
    return multihead_parameters(d_model) + _numbers_in(*norms, *layers)


@remembered
def tiny_gpt_parameters(vocab_size: int, d_model: int, d_hidden: int, num_layers: int, max_tokens: int) -> int:
    """Two tables, the blocks, one norm; the way out needs no table of its own."""
    tables = torch.empty(vocab_size + max_tokens, d_model, device="meta").numel()
    blocks = sum(block_parameters(d_model, d_hidden) for _ in range(num_layers))
    return tables + blocks + _numbers_in(nn.LayerNorm(d_model, device="meta"))


def bytes_of_cache(B: int, T: int, d_model: int, num_layers: int, bytes_per_element: int) -> int:
    """Keys and values of each layer, as tensors of elements of this many bytes."""
    each = torch.empty(B, T, d_model, bytes_per_element, dtype=torch.uint8, device="meta").nbytes
    return sum(each for _ in range(num_layers) for _ in ("keys", "values"))
