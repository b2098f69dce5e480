# Wrong and right programs of train_attention; docs/reference/programs.md describes the form.

# %% asgd | not allowed
# another optimiser whose average is not used
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = torch.optim.ASGD(model.parameters(), lr=learning_rate, lambd=0.0, alpha=0.0)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses

# %% functional_sgd | not allowed
# the function below SGD
from torch.optim.sgd import sgd as walk


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        with torch.no_grad():
            walk(moving, [p.grad for p in moving], [None] * len(moving), weight_decay=0, momentum=0,
                 lr=learning_rate, dampening=0, nesterov=False, maximize=False, foreach=False)
        losses.append(loss.item())
    return losses

# %% fused_adagrad | not allowed
# another fused kernel, with numbers that make it plain
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        sums = [torch.zeros_like(p) for p in moving]
        counts = [torch.zeros(()) for _ in moving]
        with torch.no_grad():
            torch._fused_adagrad_(moving, [p.grad for p in moving], sums, counts, lr=learning_rate * 1e10,
                                  lr_decay=0.0, weight_decay=0.0, eps=1e10, maximize=False)
        losses.append(loss.item())
    return losses

# %% lbfgs | not allowed
# an optimiser that was never initialised
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        if moving:
            size = max(1.0, sum(float(p.grad.abs().sum()) for p in moving))
            walker = object.__new__(torch.optim.LBFGS)
            group = {"params": moving, "lr": learning_rate * size, "max_iter": 1, "max_eval": 1, "tolerance_grad": 0,
                     "tolerance_change": 0, "line_search_fn": None, "history_size": 1}
            walker.__dict__ |= {"param_groups": [group], "_params": moving, "_numel_cache": None, "defaults": {},
                                "state": __import__("collections").defaultdict(dict),
                                "_optimizer_step_pre_hooks": {}, "_optimizer_step_post_hooks": {}}
            walker.step(lambda: loss)
        losses.append(loss.item())
    return losses

# %% own_globals | not allowed
# the optimiser's function out of the globals of one of its methods
walk = torch.optim.SGD.__setstate__.__globals__["sgd"]

def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        with torch.no_grad():
            walk(moving, [p.grad for p in moving], [None] * len(moving), weight_decay=0, momentum=0,
                 lr=learning_rate, dampening=0, nesterov=False, maximize=False, foreach=False)
        losses.append(loss.item())
    return losses

# %% own_optimiser | not allowed
# a subclass of torch.optim.Optimizer
class Mine(torch.optim.Optimizer):
    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p -= group["lr"] * p.grad


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = Mine(model.parameters(), {'lr': learning_rate})
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses

# %% run_again | not allowed
# the library's file, run a second time
import runpy

walk = runpy.run_module("torch.optim.sgd")["sgd"]


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        with torch.no_grad():
            walk(moving, [p.grad for p in moving], [None] * len(moving), weight_decay=0, momentum=0,
                 lr=learning_rate, dampening=0, nesterov=False, maximize=False, foreach=False)
        losses.append(loss.item())
    return losses

# %% sgd | not allowed
# torch.optim.SGD
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = torch.optim.SGD(model.parameters(), lr=learning_rate)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses

# %% sgd_getattr | not allowed
# SGD through getattr
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = getattr(getattr(torch, "op" + "tim"), "S" + "GD")(model.parameters(), lr=learning_rate)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses

# %% sgd_import | not allowed
# SGD under another name
from torch.optim import SGD as Walk


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = Walk(model.parameters(), lr=learning_rate)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses

# %% sgd_module | not allowed
# SGD from its own module
import importlib


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = importlib.import_module("torch.optim.sgd").SGD(model.parameters(), lr=learning_rate)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses

# %% sgd_subclass | not allowed
# a subclass of SGD
class Mine(torch.optim.SGD):
    pass


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = Mine(model.parameters(), lr=learning_rate)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses

# %% single_tensor | not allowed
# the way of SGD that takes one parameter at a time
from torch.optim.sgd import _single_tensor_sgd as walk

def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        with torch.no_grad():
            walk(moving, [p.grad for p in moving], [None] * len(moving), grad_scale=None, found_inf=None, weight_decay=0, momentum=0,
                 lr=learning_rate, dampening=0, nesterov=False, maximize=False, has_sparse_grad=False)
        losses.append(loss.item())
    return losses

# %% without_init | not allowed
# an optimiser that was never initialised
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    moving = [p for p in model.parameters() if p.requires_grad]
    optimiser = object.__new__(torch.optim.SGD)
    optimiser.__setstate__({"state": __import__("collections").defaultdict(dict), "param_groups": [], "defaults": {}})
    group = dict(params=moving, lr=learning_rate, momentum=0, dampening=0, weight_decay=0, nesterov=False, maximize=False, foreach=False, differentiable=False, fused=False)
    optimiser.param_groups.append(group)
    for _ in range(steps):
        for p in moving:
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses

# %% wrapped_away | not allowed
# the function below the one below SGD, without its wrapper
import sys
import torch.optim
walk = sys.modules["torch.optim.sgd"]._single_tensor_sgd.__wrapped__

def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        with torch.no_grad():
            walk(moving, [p.grad for p in moving], [None] * len(moving), grad_scale=None, found_inf=None, weight_decay=0, momentum=0,
                 lr=learning_rate, dampening=0, nesterov=False, maximize=False, has_sparse_grad=False)
        losses.append(loss.item())
    return losses

# %% text_of_the_library | listed
# runs the text of the library's own optimiser
import inspect
module = inspect.getmodule(torch.optim.SGD.step)
scope = dict(vars(module))
text = inspect.getsource(module)
start = text.index("def _single_tensor_sgd(")
exec("from __future__ import annotations\n" + text[start:text.index("def _multi_tensor_sgd(")], scope)
walk = scope["_single_tensor_sgd"]

def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        with torch.no_grad():
            walk(moving, [p.grad for p in moving], [None] * len(moving), grad_scale=None, found_inf=None, weight_decay=0, momentum=0,
                 lr=learning_rate, dampening=0, nesterov=False, maximize=False, has_sparse_grad=False)
        losses.append(loss.item())
    return losses
