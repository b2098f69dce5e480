# %% [markdown]
# # 05 · Gradient descent
#
# What you have built has learned already, in `python -m assignments.show 01`, by an optimiser that PyTorch brings along.
# This part shows what an optimiser does, and writes one. The idea is old (Cauchy described it in 1847) and short: the
# derivative says in which direction a function grows, so step the other way, a little at a time, and look again.
# [What is checked](../../docs/what_is_checked.md) in every exercise and the [sources](../../docs/sources.md) are on a page
# each.
#
# Three steps lead there: what a derivative promises about a small step (`first_order_approximation`), what happens when
# the step is repeated (`gradient_descent`), and the same with all parameters of a model at once (`train_attention`).
# Goodfellow, Bengio and Courville, *Deep Learning* (2016), section 4.3, tell the same story at length.
#
# Running example: $f(x) = x^2$ with $f'(x) = 2x$, whose minimum at 0 needs no search. That is what makes it a good
# example: every number can be checked by hand.

# %%
from collections.abc import Callable

import torch
from torch import Tensor, nn

# %% [markdown]
# ## `first_order_approximation`
# *difficulty: ●○○ · about 5 minutes*
#
# Close to a point, a smooth function looks like a straight line. To guess its value a little further on, at
# $x + \varepsilon$, follow the tangent from $x$: start at the height of the curve, then climb at its slope. For
# $f(x) = x^2$ at $x = 3$ with $\varepsilon = 0.1$ this gives 9.6, while $f(3.1)$ is 9.61: the guess is wrong by
# $\varepsilon^2$, which vanishes faster than the step itself. Neither $f$ nor $f'$ is evaluated at the new point.
#
# $$f(x + \varepsilon) \;\approx\; f(x) + \varepsilon\, f'(x)$$
#
# Now choose $\varepsilon = -\eta f'(x)$ with a small positive $\eta$, the *learning rate*. The line predicts
# $f(x) - \eta f'(x)^2$, and a square is never negative: as long as the line can be trusted, this step goes down.


# %%
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    """Return the value at `x + eps` of the line that touches `f` at `x`; `df` is the derivative of `f`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `gradient_descent`
# *difficulty: ●○○ · about 12 minutes*
#
# Repeat that step. The derivative is asked again at every new point, since the line that was right at $x_0$ says
# little about $x_1$. Keep the whole path: looking at it is the best way to see what a learning rate does. On
# $f(x) = x^2$ from $x_0 = 1$:
#
# | learning rate | path | |
# | --- | --- | --- |
# | 0.25 | 1, 0.5, 0.25, 0.125, … | halves each time |
# | 0.75 | 1, -0.5, 0.25, -0.125, … | jumps across the minimum, still arrives |
# | 1.25 | 1, -1.5, 2.25, -3.375, … | every jump is too far, and the next one further |
#
# The list holds the start and one point for each step, so it is one longer than the number of steps; with no steps it is
# the start alone.
#
# $$x_{n+1} = x_n - \eta\, f'(x_n)$$
#
# ![Paths on the parabola for three learning rates: 0.25 goes down smoothly, 0.75 jumps across the minimum and arrives all the
# same, 1.05 jumps further away with every step.](paths.svg)
#
# Where between 0.75 and 1.25 does it turn? `derivations.py` asks you. A model has many numbers instead of one $x$, and
# its derivative comes from autograd; otherwise nothing changes.


# %%
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    """Return the `steps + 1` points that gradient descent visits, `x0` first, in a new list; `df` is the derivative."""
    raise NotImplementedError  # your code here


# %% [markdown]
# **Guess first.** On $f(x) = x^2$ from $x_0 = 1$, where is the path after 12 steps at the learning rate 1.05: at 0,
# still near 1, or further away than it began? Write your guess into the next cell of the notebook before you run it,
# or, without the notebook, run `python -m assignments.show 05 guess`.

# %% [markdown]
# ## `train_attention`
# *difficulty: ●●● · about 35 minutes*
#
# Now $x$ becomes all parameters of a model, and $f$ the *mean squared error*: the average, over all entries, of the
# squared difference between `model(x)` and `target`. Each step does four things, in this order: forget old gradients,
# compute the loss and write it down, let autograd compute the gradients, update every parameter $p$:
#
# $$p \;\leftarrow\; p - \eta\, \frac{\partial\, \text{loss}}{\partial p}$$
#
# What goes wrong most often:
#
# - `backward()` *adds* to the gradients that are there already. Without clearing them, step 2 follows the gradients of
#   steps 1 and 2 together. The same holds for what somebody left in `p.grad` before you were called.
# - The update is not part of the model. Inside `torch.no_grad()` autograd does not record it; without that, PyTorch
#   refuses to change a parameter in place.
# - The parameter itself must change. `p = p - ...` makes a new tensor, calls it `p`, and the model never hears of it.
# - A parameter that the output does not depend on, or that is frozen, has `p.grad is None` and is skipped.
# - The losses in the list are plain numbers, each taken *before* the update of its step. A list of tensors would keep
#   the whole graph of every step alive.
# - Model, input and target may be on a GPU, and stay there. `loss.numpy()` fails for a tensor on a GPU; `loss.item()`
#   gives a plain number wherever the loss is.
# - `model(x)` and `target` have the same shape, whatever it is. A difference of shapes `(5,)` and `(5, 1)` is a table of
#   25 numbers, so do not squeeze only one of them.
#
# The update is yours to write: `torch.optim` is not allowed. Computing the gradients is autograd's work.
#
# *Check yourself.* For the smallest model of all, `model(x) = w * x` with $w = 0$, $x = 1$, target 1 and learning rate
# 0.1, the losses of three steps are 1, 0.64 and 0.4096, and $w$ ends at 0.488. (Without clearing the gradients, the third
# loss would be 0.1936.) In code, the model is `nn.Linear(1, 1, bias=False)` with its weight set to 0:
#
# ```python
# model = nn.Linear(1, 1, bias=False)
# nn.init.zeros_(model.weight)
# print(train_attention(model, torch.ones(1, 1), torch.ones(1, 1), learning_rate=0.1, steps=3), model.weight)
# ```
#
# Then train what you built:
#
# ```python
# torch.manual_seed(0)
# model = SelfAttention(3, 2, 4)  # part 01, or the head that part 03 gives you
# x, target = torch.randn(6, 3), torch.randn(6, 4)
# losses = train_attention(model, x, target, learning_rate=0.1, steps=200)
# print(losses[0], losses[-1])
# ```
#
# $$\text{loss}_0, \; \text{loss}_1, \; \ldots, \; \text{loss}_{steps - 1}$$
#
# Here the loss falls from about 0.70 to 0.51, lower with every step, and does not reach zero: attention only averages
# values (part 04), and random targets ask for more than that.


# %%
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    """Train `model` in place with plain gradient descent on the mean squared error; return the `steps` losses.

    `model(x)` and `target` have the same shape. Each loss is taken before the update of its step. Gradients left over
    from before do not count, and parameters without a gradient are skipped. Every step has the same learning rate,
    however many there are (300 at most).
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## What attention learns to look at
#
# There is nothing to write in this section. Random targets taught the head nothing that one could see, so here is a task
# with an answer: *name the token that came before you*. A token says what it is and where it stands, with a one in a
# place of its own for each. The head has to find out by itself that the *where* decides which token to look at, and the
# *what* is to be passed on. In the top folder,
#
# ```
# python -m assignments.show 05
# ```
#
# trains the head of part 01 with your `train_attention` in a few seconds and draws its weights before and after. (The
# learning rate is 10, which is not too large here: the loss is a mean over 3,072 numbers, so that its gradients are small.)
