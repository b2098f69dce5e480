"""The right programs with their slots, and what learners put into the slots."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch

from benchmarks.faulty_slots import (
    AXES,
    CAUSAL_MASKS,
    CROSS,
    HEADS,
    MIXES,
    NORMS,
    OUTPUTS,
    PRODUCTS,
    PROJECTIONS,
    RENORMALISATIONS,
    SCALES,
    UNASKED_MASKS,
    Fault,
)
from benchmarks.faulty_texts import CAUSAL, HEADED, LINEAR, MASKED, RENORMALISED, RIGHT, WEIGHTS, layers, linear, plain

__all__ = ["TEMPLATES", "Fault", "Template"]
Case = Callable[[Any], Any]


@dataclass(frozen=True)
class Template:
    """A right program as text, its faults, and calls that show whether two programs differ."""

    assignment: str
    exercise: str
    text: str
    right: Mapping[str, str]
    faults: tuple[Fault, ...]
    cases: tuple[Case, ...]

    def code(self, filling: Mapping[str, str]) -> str:
        """The program with these slots filled otherwise."""
        text = self.text
        for slot, content in (dict(self.right) | dict(filling)).items():
            text = text.replace(f"<{slot}>", content)
        return text


ATTENTION = (*PRODUCTS, *SCALES, *NORMS, *AXES, *MIXES)


def _calls(sizes: tuple[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]], ...], **named: Any) -> tuple[Case, ...]:
    """Build with each size, call on normal numbers of each shape."""

    def case(init: tuple[int, ...], shapes: tuple[tuple[int, ...], ...]) -> Case:
        def run(target: Any) -> Any:
            layer = target(*init, **named)
            for parameter in layer.parameters():
                torch.nn.init.normal_(parameter, std=init[0] ** -0.5 * 1.3)
            return layer(*(torch.randn(shape) for shape in shapes))

        return run

    return tuple(case(init, shapes) for init, shapes in sizes)


def _with(right: Mapping[str, str], **slots: str) -> dict[str, str]:
    """The same slots with other contents; `dim` stays the last."""
    merged = dict(right) | slots
    return {name: merged[name] for name in (*(name for name in merged if name != "dim"), "dim")}


def _scores_cases(d_ks: tuple[int, ...], shapes: tuple[tuple[int, ...], ...]) -> tuple[Case, ...]:
    return tuple(
        lambda target, d_k=d_k, shape=shape: target(2 * torch.randn(shape), d_k)
        for d_k, shape in zip(d_ks, shapes, strict=True)
    )


def _only(faults: tuple[Fault, ...], *slots: str) -> tuple[Fault, ...]:
    """Those that ask for nothing but these slots, and for no queries, keys or values."""
    fine = [fault for fault in faults if set(fault.filling) <= set(slots)]
    return tuple(fault for fault in fine if not {"q", "k", "v", "x", "C"} & set(fault.words))


SIZES = (((8, 5, 3), ((2, 6, 8),)), ((6, 7, 2), ((3, 4, 6),)), ((4, 4, 4), ((4, 4, 4),)))
CROSSED = (((8, 5, 3), ((2, 6, 8), (2, 9, 8))), ((6, 7, 2), ((3, 4, 6), (3, 4, 6))), ((4, 4, 4), ((4, 4, 4),) * 2))
SQUARES = (((6,), ((2, 5, 6),)), ((7,), ((3, 4, 7),)), ((4,), ((4, 4, 4),)))
CAUSALS = (((8, 5), ((2, 6, 8),)), ((6, 7), ((3, 4, 6),)), ((4, 4), ((4, 4, 4),)))
MANY = (((15, 3), ((2, 7, 15),)), ((12, 4), ((3, 5, 12),)), ((16, 4), ((4, 4, 16),)))
THREE = (("W_q", "embed_dim", "embed_dim"), ("W_k", "embed_dim", "embed_dim"), ("W_v", "embed_dim", "embed_dim"))
FOUR = (*((name, "embed_dim", "head_dim") for name in ("W_Q", "W_K", "W_V")), ("W_O", "head_dim", "embed_dim"))
TWO_KINDS = tuple((name, "d_model", "d_k") for name in "qkv")
DROPOUT = "        self.dropout = nn.Dropout(dropout)\n"

TEMPLATES = (
    Template(
        "01_self_attention",
        "SelfAttention",
        plain("SelfAttention", "x", ("x", "x", "x")),
        RIGHT,
        (*ATTENTION, *PROJECTIONS, *UNASKED_MASKS),
        _calls(SIZES),
    ),
    Template(
        "01_self_attention",
        "SingleHeadAttention",
        linear("SingleHeadAttention", "embed_dim", layers(*THREE, bias=True), "out"),
        _with(RIGHT, queries="W_q", keys="W_k", values="W_v"),
        (*ATTENTION, *UNASKED_MASKS),
        _calls(SQUARES),
    ),
    Template(
        "02_causal",
        "SingleHeadSelfAttention",
        linear(
            "SingleHeadSelfAttention",
            "d_model, d_k, dropout=0.0, trace_shapes=False",
            layers(*TWO_KINDS, bias=False) + DROPOUT,
            "out, weights",
        ),
        _with(CAUSAL, queries="q", keys="k", values="v"),
        (*ATTENTION, *CAUSAL_MASKS),
        _calls(CAUSALS),
    ),
    Template(
        "02_causal",
        "CausalSelfAttention",
        linear("CausalSelfAttention", "embed_dim, head_dim", layers(*FOUR, bias=False), "<output>"),
        _with(CAUSAL, output="self.W_O(out)", **LINEAR),
        (*ATTENTION, *CAUSAL_MASKS, *OUTPUTS),
        _calls(CAUSALS),
    ),
    Template(
        "02_causal",
        "masked_softmax",
        MASKED,
        CAUSAL,
        _only((*SCALES, *NORMS, *AXES, *CAUSAL_MASKS), "scale", "mask", "norm", "dim"),
        _scores_cases((5, 7, 11), ((2, 6, 6), (3, 4, 4), (4, 4, 4))),
    ),
    Template(
        "01_self_attention",
        "attention_weights",
        WEIGHTS,
        RIGHT,
        _only((*SCALES, *NORMS, *AXES, *UNASKED_MASKS), "scale", "mask", "norm", "dim"),
        _scores_cases((5, 7, 11), ((2, 6, 6), (3, 4, 4), (4, 4, 4))),
    ),
    Template(
        "02_causal",
        "mask_and_renormalize",
        RENORMALISED,
        {"keep": "weights.tril()", "divide": "kept / kept.sum(dim=-1, keepdim=True)"},
        RENORMALISATIONS,
        tuple(lambda target, n=n: target(torch.randn(n - 1, n, n).softmax(-1)) for n in (4, 5, 6)),
    ),
    Template(
        "03_multihead",
        "MultiHeadAttention",
        HEADED,
        _with(
            CAUSAL,
            split="x.view(B, T, self.h, self.d_k).transpose(1, 2)",
            merge="out.transpose(1, 2).reshape(B, T, C)",
            output="self.W_O(out)",
            **LINEAR,
        ),
        (*ATTENTION, *CAUSAL_MASKS, *OUTPUTS, *HEADS),
        (*_calls(MANY, causal=False), *_calls(MANY, causal=True)),
    ),
    Template(
        "04_cross",
        "CrossAttention",
        plain("CrossAttention", "x_1, x_2", ("<from_q>", "<from_k>", "<from_v>")),
        _with(RIGHT, from_q="x_1", from_k="x_2", from_v="x_2"),
        (*[fault for fault in ATTENTION if "x" not in fault.words], *PROJECTIONS, *CROSS),
        _calls(CROSSED),
    ),
)
