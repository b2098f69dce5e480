# %% [markdown]
# # 05 · Gradient descent: derivations
#
# Why is there a learning rate that is too large, and how long does a good one take? For a parabola both questions have
# exact answers. They matter beyond it, because near a minimum every smooth function looks like a parabola; a model has
# many directions, and the steepest of them sets the limit for all.
#
# Everywhere in this file
#
# $$f(x) = \frac{c}{2}\, x^2 \qquad \text{with a curvature } c > 0, \qquad x_{n+1} = x_n - \eta\, f'(x_n)$$
#
# with a learning rate $\eta > 0$. Begin with pencil and paper: differentiate $f$, put the derivative into the step, and
# write $x_{n+1}$ as a multiple of $x_n$. All three answers follow from what you then have in front of you.

# %%
import math

# %% [markdown]
# ## `largest_stable_learning_rate`
# *difficulty: ●●○ · about 10 minutes*
#
# For small learning rates the path comes closer and closer to the minimum, from every start. For large ones it runs
# away from it. Find the border: every learning rate below it arrives, at the border and above it the path does not come
# closer any more (unless it started at 0).
#
# The table in `gradient_descent` shows paths on $f(x) = x^2$: which curvature is that, and does your border lie between
# its second and third row? What happens to the border when the parabola becomes steeper?


# %%
def largest_stable_learning_rate(curvature: float) -> float:
    """Return the learning rate below which gradient descent on `curvature * x**2 / 2` converges from every start.

    It is the exclusive bound: at this learning rate itself, the path no longer converges.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `contraction_factor`
# *difficulty: ●○○ · about 6 minutes*
#
# By which factor does one step change the *distance* to the minimum? The side does not matter: a path that jumps across
# the minimum and lands at half the distance has the same factor as one that walks half of the way. Above the border of
# the previous exercise the factor is larger than 1, at the border it is 1, and for one particular learning rate
# it is 0. Which one, and what does the path look like then?
#
# $$|x_{n+1}| = \text{factor} \cdot |x_n|$$


# %%
def contraction_factor(curvature: float, learning_rate: float) -> float:
    """Return the factor, never negative, by which one step on `curvature * x**2 / 2` changes the distance to 0."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `steps_to_tolerance`
# *difficulty: ●●○ · about 15 minutes*
#
# How many steps until $|x_n|$ is at most `tolerance`? Every step multiplies the distance by the same factor, so ten
# times the precision costs a fixed number of further steps, whatever the start: progress is even on a logarithmic scale.
#
# You may count step by step or solve for $n$. If you count, mind that a factor close to 1 takes many rounds. If you solve,
# watch the edges: a start that is good enough takes no steps, and a factor of 0 has no logarithm. A quotient of logarithms
# that should be 3 may come out as 3.0000000000000004, which rounds up to 4: where equality hangs on rounding alone, either
# number is accepted. A point outside the tolerance has missed it, however close it is.


# %%
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    """Return the smallest `n` with `abs(x_n) <= tolerance` for gradient descent on `curvature * x**2 / 2` from `x0`.

    `tolerance` is positive, and learning rate and curvature are such that every step brings `x` closer to 0.
    """
    raise NotImplementedError  # your code here
