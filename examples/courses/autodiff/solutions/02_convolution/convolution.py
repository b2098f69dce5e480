# %% [markdown]
# # 02 · Convolution by hand
#
# A library differentiates whole tensors, not single numbers, but the rule is the same: each operation knows how a gradient of
# its result becomes gradients of its inputs. Here you write one such operation, forward and backward, without autograd.
#
# Write the sums yourself: torch's convolutions and what lies under them are not allowed. `unfold`, slices, `einsum` and
# everything else are welcome.

# %%
import torch
from torch import Tensor

# %% [markdown]
# ## `convolve`
# *difficulty: ●●○ · about 10 minutes*
#
# A short `weight` of $k$ numbers slides along `x`, which has $n \ge k$ numbers, and gives one sum for each of its places:
#
# $$y_i = \sum_{j=0}^{k-1} w_j \, x_{i+j} \qquad i = 0, \dots, n - k$$
#
# Nothing is turned around and nothing is added at the ends. There may be leading dimensions: each row is treated alike.


# %%
def convolve(x: Tensor, weight: Tensor) -> Tensor:
    """Slide `weight (k,)` along the last dimension of `x (..., n)`; the result is `(..., n - k + 1)`."""
    ### BEGIN SOLUTION
    windows = x.unfold(-1, len(weight), 1)  # (..., n - k + 1, k)
    return (windows * weight).sum(-1)  # (..., n - k + 1)
    ### END SOLUTION


# %% [markdown]
# ## `Conv1d`
# *difficulty: ●●● · about 25 minutes*
#
# The same operation as an object that can go backward. `conv(x)` convolves and remembers what it needs.
# `conv.backward(grad)` gets the gradient of a loss with respect to the last result, of the same shape as that result. It
# returns the gradient with respect to `x`, and adds the gradient with respect to the weight to `conv.grad`.
#
# Look at one product $w_j x_{i+j}$: the weight $w_j$ meets the gradient of *every* place $i$, and the input $x_m$ is part of
# every result $y_i$ with $m = i + j$. So
#
# $$\frac{\partial L}{\partial w_j} = \sum_i g_i \, x_{i+j} \qquad \frac{\partial L}{\partial x_m} = \sum_j w_j \, g_{m-j}$$
#
# where only places that exist are added up. All rows of `x` share one weight, so their gradients are summed.


# %%
class Conv1d:
    """A convolution that goes backward without autograd.

    Attributes:
        weight: `(k,)`.
        grad: the gradient of the weight, `(k,)`, to which each `backward` adds; zeros at first.
    """

    def __init__(self, weight: Tensor) -> None:
        self.weight = weight
        self.grad = torch.zeros_like(weight)

    def __call__(self, x: Tensor) -> Tensor:
        """Return the convolution of `x (..., n)`, `(..., n - k + 1)`, and remember what `backward` needs."""
        ### BEGIN SOLUTION
        self.x = x  # (..., n)
        return convolve(x, self.weight)  # (..., n - k + 1)
        ### END SOLUTION

    def backward(self, grad: Tensor) -> Tensor:
        """Add to the gradient of the weight, and return that of `x`, from that of the last result."""
        ### BEGIN SOLUTION
        windows = self.x.unfold(-1, len(self.weight), 1)  # (..., n - k + 1, k)
        self.grad = self.grad + (grad[..., None] * windows).flatten(0, -2).sum(0)  # (k,)
        of_x = torch.zeros_like(self.x)  # (..., n)
        for j in range(len(self.weight)):
            of_x[..., j : j + grad.shape[-1]] += self.weight[j] * grad
        return of_x
        ### END SOLUTION
