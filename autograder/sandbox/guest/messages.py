"""The form of requests to a worker, and of the responses of an honest one."""

from typing import Any, Required, TypedDict

import torch
from torch import Tensor


class Call(TypedDict, total=False):
    """One call of the target of a request."""

    args: Required[list[Any]]  # a dict with a key "$" describes an argument that is built in the worker
    named: dict[str, Any]  # keyword arguments
    method: str  # of the constructed object, which is called in place of the object itself
    seed: int  # of all generators, set before the call
    weights: dict[str, Tensor]  # copied into the parameters before the call


class Request(TypedDict, total=False):
    """What to construct and call. Complete in itself, so that no response depends on an earlier one."""

    target: Required[str]  # the name of a function or class of the submission
    calls: Required[list[Call]]
    init: list[Any] | None  # the arguments to construct the target with; without them, it is called itself
    init_named: dict[str, Any]
    weights: dict[str, Tensor] | None  # copied into the parameters of what was constructed
    dtype: torch.dtype | None
    device: str | None
    training: bool | None
    seed: int
    read: bool  # whether the response contains the weights
    watch: bool  # whether the response says what the calls changed in the state dict
    cotangents: list[Tensor | None] | None  # of the outputs of the last call, for gradients


class CallResult(TypedDict, total=False):
    """What one call returned, and what it left as it was."""

    value: Required[Any]
    untouched: Required[bool]  # whether the arguments are unchanged
    rng_untouched: Required[bool]  # whether torch's generator is unchanged
    unmarked: Required[bool]  # whether no argument has come to require gradients
    changed: Required[list[str]]  # which of `observation.SETTINGS` changed
    models: list[dict[str, Any]]  # weights, mode, frozen parameters and state of the models among the arguments


class Response(TypedDict, total=False):
    """What became of a request. All of it is a claim: a hostile worker sends whatever the wire format can express."""

    calls: Required[list[CallResult]]
    defined: bool  # whether the submission has the target
    module: bool  # whether what was constructed is an nn.Module
    parameters: list[list[Any]]  # name, shape, dtype and requires_grad of each
    state: list[str]  # the names in the state dict
    weights: dict[str, Tensor]
    grads: dict[str, Any]  # whether the outputs depend on anything that requires gradients; those gradients
    after: dict[str, Any]  # the names in the state dict after the calls, and whether their values are the same
    printed: str
    raised: dict[str, Any]  # the exception that ended the request
    misfit: dict[str, Any]  # the weight for which there is no parameter of its name and shape
    unsendable: str  # the type of the error that kept the response from being encoded
