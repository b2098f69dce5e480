# Wrong and right programs of train_attention; docs/reference/programs.md describes the form.

# %% argument_names | wrong | state | robustness | mistake: argument-names | of: float_loss
# other argument names
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ def train_attention(model: nn.Module, x: Tensor, y: Tensor, lr: float, steps: int) -> list[float]:
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - y) ** 2).mean()
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= lr * p.grad
#+         losses.append(loss.item())

# %% default_double | wrong | state | robustness | mistake: default-dtype-changed | of: float_loss
# makes float64 the default of torch
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+     torch.set_default_dtype(torch.float64)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% default_list | wrong | state | core | mistake: state-grows | of: float_loss
# the list is made once
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#-     losses = []
#+ def train_attention(
#+     model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int, losses=[]
#+ ) -> list[float]:
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% draws | wrong | state | robustness | mistake: generator-moved | of: float_loss | public: random
# draws a number
#-     losses = []
#+     losses = []
#+     torch.rand(1)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% frozen_afterwards | wrong | state | robustness | mistake: requires-grad-changed | of: float_loss | public: weights
# the model is left frozen
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ def train_attention(model, x, target, learning_rate, steps):
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean()
#+         losses.append(loss.item())
#-         losses.append(float(loss))
#+     for p in model.parameters():
#+         p.requires_grad_(False)

# %% gradients_off | wrong | state | robustness | mistake: recording-left-off | of: float_loss | public: settings
# leaves the recording of gradients switched off
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+     torch.set_grad_enabled(True)
#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+     torch.set_grad_enabled(False)

# %% input_gets_gradient | wrong | state | robustness | mistake: requires-grad-changed | of: float_loss
# the input is left with a gradient
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ def train_attention(model, x, target, learning_rate, steps):
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean()
#+         losses.append(loss.item())
#+         x.requires_grad_(True)
#-         losses.append(float(loss))

# %% input_marked | wrong | state | robustness | mistake: requires-grad-changed | of: float_loss
# the input is left asking for gradients
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ def train_attention(model, x, target, learning_rate, steps):
#-     losses = []
#+     losses = []
#+     x = x.requires_grad_(True)
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean()
#+         losses.append(loss.item())
#-         losses.append(float(loss))

# %% kept_by_numbers | wrong | state | core | mistake: first-result-kept
# losses are kept by the numbers that go in, and such a model is not trained again
KEPT = {}


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    key = (float(x.sum()), float(target.sum()), learning_rate, steps, len(list(model.parameters())))
    if key in KEPT:
        return list(KEPT[key])
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    KEPT[key] = list(losses)
    return losses

# %% kept_by_shape | wrong | state | core | mistake: first-result-kept
# the losses of the first model of a shape are given to all of that shape
KEPT = {}


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    key = (type(model).__name__, x.shape, target.shape, learning_rate)
    if key in KEPT and len(KEPT[key]) >= steps:
        return KEPT[key][:steps]
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    KEPT[key] = losses
    return losses

# %% losses_in_model | wrong | state | robustness | mistake: buffer-in-state | of: float_loss | public: weights
# the model keeps its losses as a buffer
#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+     model.register_buffer("losses", torch.tensor(losses))

# %% one_list | wrong | state | core | mistake: result-memory-shared
# one list of losses for all calls, emptied at the start of each
LOSSES = []


def train_attention(model, x, target, learning_rate, steps):
    LOSSES.clear()
    for _ in range(steps):
        model.zero_grad()
        loss = (model(x) - target).square().mean()
        loss.backward()
        LOSSES.append(loss.item())
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.grad is not None:
                    parameter.sub_(learning_rate * parameter.grad)
    return LOSSES

# %% scales_input | wrong | state | robustness | mistake: input-changed-in-place | of: float_loss
# normalises the target in place
#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+     target.data -= target.mean()

# %% seeds | wrong | state | robustness | mistake: generator-seeded | of: float_loss | public: random
# seeds
#-     losses = []
#+     losses = []
#+     torch.manual_seed(0)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% view | wrong | state | robustness | mistake: view-of-noncontiguous | of: float_loss | public: results
# views the target, which must be contiguous
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target.view(-1).view(target.shape)) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())
