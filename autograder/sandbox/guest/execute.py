"""Executes one request: construct, set weights, call, backpropagate, and respond with plain values.

A request is complete in itself: it constructs what it needs, so that no state of one response is needed for the next.
Everything in a response is a claim of the worker's; the grader checks it.
"""

import contextlib
import functools
import random
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Required, TypedDict

import torch
from torch import Tensor, nn

from .arguments import (
    Builders,
    Earlier,
    WeightMismatchError,
    build_argument,
    parameters_by_every_name,
    set_weights,
)
from .differentiation import unrecorded_sweep
from .exceptions import describe_exception
from .global_settings import read_settings, restore_settings
from .handed_over import HandedOver
from .observation import CallObserver, CallResult, capture_output, copy_state, state_changes
from .script_steps import ScriptRun, ScriptStep, StepValue, UndefinedNameError
from .stand_in import StandIn, brought_back, moved
from .wire import Encoder, NumpyArray

Build = Callable[[Any, list[Any], Earlier], Any]  # of an argument, those to its left, and what earlier calls gave
SEED = 5_417_003  # unlikely to be in any program, so a program that sets its own seed is noticed


class Call(TypedDict, total=False):
    """One call of the target of a request."""

    args: Required[list[Any]]  # a dict with a key "$" describes an argument that is built in the worker
    named: dict[str, Any]  # keyword arguments
    method: str  # of the constructed object, which is called in place of the object itself
    seed: int  # of all generators, set before the call
    weights: dict[str, Tensor]  # copied into the parameters before the call
    training: bool  # the mode of the object, set before the call
    recording: bool  # False: called under `torch.no_grad()`
    handed: str  # an operation of torch: the result says what the call handed over to it


class Request(TypedDict, total=False):
    """What to construct and call. Complete in itself, so that no response depends on an earlier one."""

    target: Required[str]  # the name of a function or class of the submission
    calls: Required[list[Call]]
    init: list[Any] | None  # the arguments to construct the target with; without them, it is called itself
    init_named: dict[str, Any]
    weights: dict[str, Tensor] | None  # copied into the parameters of what was constructed
    dtype: torch.dtype | None
    stand_in: bool  # whether what was constructed and all arguments are on the stand-in of a GPU
    after_use: bool  # on the stand-in: whether the same calls are made on the CPU first
    frozen: bool  # whether no parameter of what was constructed requires gradients
    training: bool | None
    recording: bool  # of calls that do not say it themselves
    handed: str  # likewise
    seed: int
    read: bool  # whether the response contains the weights
    watch: bool  # whether the response says what the calls changed in the state dict
    cotangents: list[Tensor | None] | None  # of the outputs of the last call, for gradients
    script: list[ScriptStep]  # in place of calls: what to do with the definitions, step by step
    wanted: list[int]  # of a script: the steps whose values are the response, in order


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
    changed: list[str]  # with it, which settings were not as before
    misfit: dict[str, Any]  # the weight for which there is no parameter of its name and shape
    unsendable: str  # the type of the error that kept the response from being encoded
    at: int  # of a script: the last step that began


def execute(
    namespace: dict[str, Any],
    request: Request,
    sources: dict[str, bytes],
    printed_limit: int,
    builders: Builders | None = None,
) -> Response:
    """Execute a request on the definitions of a submission.

    Args:
        namespace: the definitions.
        request: what to construct and call, and with what.
        sources: the files of the submission; an exception is located in them.
        printed_limit: how much printed text the response keeps, in characters.
        builders: of the arguments that only the course knows how to build.
    """
    response: Response = {"calls": []}
    before = read_settings()
    with capture_output(printed_limit) as stream:
        try:
            seed_everything(request.get("seed", SEED))
            run = _run_script if "script" in request else _execute
            run(namespace, request, response, builders or {})
        except WeightMismatchError as error:  # ours, not the program's
            response["misfit"] = {"name": error.name, "wanted": error.wanted, "found": error.found}
        except BaseException as error:  # noqa: BLE001 - SystemExit and worse must not end the worker
            response["raised"] = describe_exception(error, sources)
    changed = restore_settings(before)
    if "raised" in response:
        response["changed"] = changed
    if response["calls"]:
        last = response["calls"][-1]
        last["changed"] = [*last["changed"], *(name for name in changed if name not in last["changed"])]
        if (numbers := next_numbers()) != _first_numbers(_last_seed(request)):
            last["rng_untouched"], last["next_numbers"] = False, list(numbers)
    response["printed"] = stream.text()
    return response


def _last_seed(request: Request) -> int:
    """Return what the generators were last seeded with, before a call or at the beginning."""
    seeds = [call["seed"] for call in request["calls"] if "seed" in call] if "calls" in request else []
    return seeds[-1] if seeds else request.get("seed", SEED)


def next_numbers() -> tuple[float, float]:
    """Draw from the generators of Python and numpy: the numbers show their states, and are read faster."""
    numpy = sys.modules.get("numpy")
    return random.random(), numpy.random.random_sample() if numpy else 0.0  # noqa: S311 - not for secrets


@functools.cache
def _first_numbers(seed: int) -> tuple[float, float]:
    """Return the first numbers that Python and numpy draw after a seed."""
    numpy = sys.modules.get("numpy")
    first = numpy.random.RandomState(seed).random_sample() if numpy else 0.0
    return random.Random(seed).random(), first  # noqa: S311 - not for secrets


def seed_everything(number: int) -> None:
    """Seed every generator that an exercise may draw from."""
    torch.default_generator.manual_seed(number)  # torch.manual_seed also collects a traceback for absent GPUs
    seed_others(number)


def seed_others(number: int) -> None:
    """Seed the generators of Python and numpy."""
    random.seed(number)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(number)


def _run_script(namespace: dict[str, Any], request: Request, response: Response, builders: Builders) -> None:
    run, results = ScriptRun(namespace, builders), {}
    response["defined"] = True
    for place, step in enumerate(request["script"]):
        response["at"] = place
        try:
            run.execute(step)
        except UndefinedNameError:
            response["defined"] = False
            return
        if place in request["wanted"]:
            results[place] = run.last_result()  # as it is now: later steps may change it
    response["calls"] = [results[place] for place in request["wanted"]]


def _execute(namespace: dict[str, Any], request: Request, response: Response, builders: Builders) -> None:
    response["defined"] = request["target"] in namespace
    if not response["defined"]:
        return
    target: Any = namespace[request["target"]]
    if (init := request.get("init")) is not None:
        target = _construct(target, init, request, response)
    if request.get("stand_in"):
        if request.get("after_use"):
            _make_calls(target, request, {"calls": []}, builders)
        with StandIn():
            _make_calls(moved(target), request, response, builders, on_stand_in=True)
            _bring_back(response)
    else:
        _make_calls(target, request, response, builders)


def _make_calls(
    target: Any, request: Request, response: Response, builders: Builders, *, on_stand_in: bool = False
) -> None:
    value: Any = None
    inputs: list[Tensor] = []
    earlier = Earlier()
    before = copy_state(target) if request.get("watch") else {}
    build = _builder(builders, stand_in=on_stand_in)
    of_all: Any = {name: request[name] for name in ("recording", "handed") if name in request}
    for call in request["calls"]:
        if "weights" in call:
            set_weights(target, call["weights"])
        value, inputs = _call(target, {**of_all, **call}, response, earlier, build)
        earlier = Earlier(inputs, [*earlier.values, value])
    if request.get("watch"):
        response["after"] = state_changes(target, before)
    if (cotangents := request.get("cotangents")) is not None:
        response["grads"] = _backward(value, inputs, build(cotangents, [], earlier), target)


def _construct(kind: Callable[..., Any], init: list[Any], request: Request, response: Response) -> Any:
    model = kind(*init, **request.get("init_named", {}))
    if isinstance(model, nn.Module):
        named = model.named_parameters()
        response["parameters"] = [[name, list(p.shape), p.dtype, p.requires_grad] for name, p in named]
        response["state"] = list(model.state_dict())
        _prepare(model, request)
        if request.get("read"):
            response["weights"] = {name: p.detach() for name, p in parameters_by_every_name(model).items()}
    response["module"] = isinstance(model, nn.Module)
    if response["module"]:
        seed_others(request.get("seed", SEED))  # a layer may draw its first weights with any of them
    return model


def _prepare(model: nn.Module, request: Request) -> None:
    if (dtype := request.get("dtype")) is not None:
        _convert(model, dtype)
    set_weights(model, request.get("weights") or {})
    if (training := request.get("training")) is not None:
        model.train(training)
    if request.get("frozen"):
        model.requires_grad_(False)


def _convert(model: nn.Module, dtype: torch.dtype) -> None:
    """Convert the floating-point numbers of a model, complex ones with them (`Module.to` drops imaginary parts)."""
    complex_dtype = {torch.float32: torch.complex64, torch.float64: torch.complex128}.get(dtype)

    def converted(value: Tensor) -> Tensor:
        if value.is_complex():
            return value.to(complex_dtype or value.dtype)
        return value.to(dtype) if value.is_floating_point() else value

    model._apply(converted)  # type: ignore[no-untyped-call]  # noqa: SLF001 - `Module.to` is made of it


def _call(target: Any, call: Call, response: Response, earlier: Earlier, build: Build) -> tuple[Any, list[Tensor]]:
    """Make one call; return its value and its input tensors."""
    given, named = _arguments(call, earlier, build)
    if "seed" in call:
        seed_everything(call["seed"])
    if "training" in call:
        target.train(call["training"])
    inputs = [*given, *named.values()]
    function = getattr(target, call["method"]) if call.get("method") else target
    watching = HandedOver(call["handed"]) if "handed" in call else None
    with contextlib.nullcontext() if call.get("recording", True) else torch.no_grad():
        observer = CallObserver(target, inputs, earlier.values)
        with watching or contextlib.nullcontext():
            value = function(
                *map(observer.passed, given), **{name: observer.passed(item) for name, item in named.items()}
            )
        response["calls"].append(observer.result(value))
    if watching:
        response["calls"][-1]["handed"] = watching.records
    models = [_describe_model(item) for item in inputs if isinstance(item, nn.Module)]
    if models:
        response["calls"][-1]["models"] = models
    return value, observer.tensors


def _arguments(call: Call, earlier: Earlier, build: Build) -> tuple[list[Any], dict[str, Any]]:
    given: list[Any] = []
    for argument in call["args"]:
        given.append(build(argument, given, earlier))
    named = call.get("named", {})
    return given, {name: build(value, given, earlier) for name, value in named.items()}


def _builder(builders: Builders, *, stand_in: bool) -> Build:
    """Return what builds arguments: on the stand-in, if that is where they belong."""

    def build(argument: Any, before: list[Any], earlier: Earlier) -> Any:
        built = build_argument(argument, before, earlier, builders)
        return moved(built) if stand_in else built

    return build


def _bring_back(response: Response) -> None:
    """Replace all tensors on the stand-in by plain ones, and say where those of each value were."""
    for call in response["calls"]:
        call["places"] = []
        call["value"] = brought_back(call["value"], call["places"])
        for model in call.get("models", ()):
            model["places"] = []
            model["weights"] = brought_back(model["weights"], model["places"])
    if "grads" in response:
        response["grads"] = brought_back(response["grads"], [])


def _describe_model(model: nn.Module) -> dict[str, Any]:
    weights = {name: parameter.detach().clone() for name, parameter in model.named_parameters()}
    frozen = [name for name, parameter in model.named_parameters() if not parameter.requires_grad]
    state = list(model.state_dict())
    modes = [part.training for part in model.modules()]
    return {"weights": weights, "training": model.training, "modes": modes, "frozen": frozen, "state": state}


def _backward(value: Any, inputs: list[Tensor], cotangents: list[Any], target: Any) -> dict[str, Any]:
    """Return the gradients of Σ cotangent · output, for inputs that require them and for all parameters."""
    outputs = [item for item in (value if isinstance(value, tuple | list) else [value]) if isinstance(item, Tensor)]
    pairs = [
        (output, cotangent) for output, cotangent in zip(outputs, cotangents, strict=False) if cotangent is not None
    ]
    if not any(output.requires_grad for output, _ in pairs):
        return {"connected": False, "inputs": [], "parameters": {}}
    parameters = parameters_by_every_name(target) if isinstance(target, nn.Module) else {}
    with unrecorded_sweep():
        torch.autograd.backward(torch.stack([(output * cotangent).sum() for output, cotangent in pairs]).sum())
    grads = {name: parameter.grad for name, parameter in parameters.items()}
    return {"connected": True, "inputs": [item.grad for item in inputs if item.requires_grad], "parameters": grads}


def encode_plain_value(value: Any, encoder: Encoder) -> Any:
    """Encode types outside the wire format that mean a plain value: numpy's, fractions, named tuples."""
    if type(value) is StepValue:
        node = encode_plain_value(value.value, encoder)
        return {"object": [node["foreign"], value.step]} if "foreign" in node else node
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic):
        return (
            encoder.node(value.item(), 1) if type(value.item()) in (bool, int, float) else {"foreign": "numpy scalar"}
        )
    if numpy is not None and type(value) is numpy.ndarray and value.dtype.kind in "biuf":
        plain = NumpyArray(torch.from_numpy(numpy.ascontiguousarray(value).copy())) if value.ndim else value.item()
        return encoder.node(plain, 1)
    if type(value) in (Fraction, Decimal):
        return encoder.node(_plain_number(value), 1)
    if issubclass(type(value), tuple):  # a namedtuple, or what torch.aminmax returns
        return encoder.node(tuple(tuple.__iter__(value)), 1)
    if isinstance(value, dict) and type(value).__module__ == "collections":
        return encoder.node(dict(value), 1)
    return {"foreign": str(type(value).__name__)[:100]}


def _plain_number(value: Fraction | Decimal) -> float:
    """Return an int if the value is whole and not too long to write down, else a float."""
    number = float(value)
    return int(value) if abs(number) < 1e100 and value == int(value) else number
