"""Runs right programs of the course with edits on probes, in this process, to see what wrong programs return.

The programs come from the course, as its references do. No code of a submission runs here.
"""

import functools
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import nn

from autograder.edits.step_edits import Change, StepProgram
from autograder.sandbox.guest.arguments import Builders, Earlier, build_argument
from autograder.sandbox.guest.script_steps import ScriptRun
from autograder.sandbox.host.target import CallRequest

FACTOR = "FACTOR"  # the name of the number that a change may use
METHOD = "forward"  # of a module: the only part of a class that has steps


class EditedPrograms:
    """The programs that edits make of one right program.

    Args:
        source: the module that defines the right program.
        name: what it defines.
        builders: of the arguments that only the course knows.
        last: the label of the last line, if the program has no labels.
    """

    def __init__(self, source: str, name: str, builders: Builders, last: str = "") -> None:
        self.name = name
        self.program = StepProgram(source, name, last)
        self.builders = builders
        self.namespace: dict[str, Any] = {"__name__": f"steps of {name}"}
        exec(compile(source, f"<steps of {name}>", "exec", dont_inherit=True), self.namespace)  # noqa: S102 - see above
        self._built: dict[int, tuple[CallRequest, nn.Module]] = {}

    def run(self, changes: Sequence[Change], request: CallRequest, factor: float = 1.0) -> Any:
        """Return what the program with these changes returns for a request.

        Args:
            changes: of its steps.
            request: what to construct and call.
            factor: the value of `FACTOR` in the changes.

        Raises:
            PatchError: the changes do not fit the program, or each other.
        """
        self.namespace[FACTOR] = factor
        if "script" in request:
            return self._run_script(changes, request)
        arguments, named = self._arguments(request)
        function = self._function(changes)
        if "init" in request:
            arguments = [self._module(request), *arguments]
        (call,) = request["calls"]
        if "seed" not in call:
            return function(*arguments, **named)
        with torch.random.fork_rng(devices=[]):
            torch.default_generator.manual_seed(call["seed"])
            return function(*arguments, **named)

    def definition(self, changes: Sequence[Change]) -> Any:
        """Return the function, or the class, with these changes."""
        function = self._function(changes)
        right = self.namespace[self.name]
        return type(self.name, (right,), {METHOD: function}) if isinstance(right, type) else function

    def _function(self, changes: Sequence[Change]) -> Callable[..., Any]:
        return self._compiled(tuple(tuple(sorted(change.items())) for change in changes))

    @functools.lru_cache(maxsize=4096)  # noqa: B019 - one object for each exercise, as long as the process
    def _compiled(self, changes: tuple[tuple[tuple[str, str], ...], ...]) -> Callable[..., Any]:
        source = self.program.edited([dict(change) for change in changes])
        name = self.name
        if isinstance(self.namespace[name], type):
            lines = source.split("\n")
            start = next(number for number, line in enumerate(lines) if line.startswith(f"    def {METHOD}("))
            source, name = textwrap.dedent("\n".join(lines[start:])), METHOD
        own: dict[str, Any] = {}
        code = compile(source, f"<edited {self.name}>", "exec", dont_inherit=True)
        exec(code, self.namespace, own)  # noqa: S102 - the course's own program
        function: Callable[..., Any] = own[name]
        return function

    def _run_script(self, changes: Sequence[Change], request: CallRequest) -> Any:
        """Return the last value that a script wants."""
        edited = {self.name: self.definition(changes)} if changes else {}
        run = ScriptRun(self.namespace | edited, self.builders)
        for step in request["script"][: request["wanted"][-1] + 1]:
            run.execute(step)
        return run.last_result()["value"]

    def _module(self, request: CallRequest) -> nn.Module:
        """Return the module of a request with its weights, built once."""
        kept = self._built.get(id(request))
        if kept is None:
            module = self.namespace[self.name](*request["init"], **request.get("init_named", {}))
            module.load_state_dict(request.get("weights") or {}, strict=False)
            kept = self._built[id(request)] = (request, module.requires_grad_(False))
        return kept[1]

    def _arguments(self, request: CallRequest) -> tuple[list[Any], Mapping[str, Any]]:
        (call,) = request["calls"]
        given: list[Any] = []
        for argument in call["args"]:
            given.append(build_argument(argument, given, Earlier(), self.builders))
        return given, call.get("named", {})
