# %% einsum | right
# with einsum and padding
class Conv1d:
    def __init__(self, weight):
        self.weight, self.grad = weight, torch.zeros_like(weight)

    def __call__(self, x):
        self.windows = x.unfold(-1, len(self.weight), 1)
        return torch.einsum("...ik,k->...i", self.windows, self.weight)

    def backward(self, grad):
        self.grad += torch.einsum("...ik,...i->k", self.windows, grad)
        k = len(self.weight)
        padded = torch.nn.functional.pad(grad, (k - 1, k - 1))
        return convolve(padded, self.weight.flip(0))


# %% loops | right
# in loops
#-         windows = self.x.unfold(-1, len(self.weight), 1)  # (..., n - k + 1, k)
#-         self.grad = self.grad + (grad[..., None] * windows).flatten(0, -2).sum(0)  # (k,)
#+         places = grad.shape[-1]
#+         sums = [(grad * self.x[..., j : j + places]).sum() for j in range(len(self.weight))]
#+         self.grad = self.grad + torch.stack(sums)

# %% by_autograd | not allowed
# autograd goes backward
#-         self.x = x  # (..., n)
#-         return convolve(x, self.weight)  # (..., n - k + 1)
#+         self.x, self.w = x.detach().requires_grad_(), self.weight.detach().requires_grad_()
#+         self.y = convolve(self.x, self.w)
#+         return self.y.detach()

#-         windows = self.x.unfold(-1, len(self.weight), 1)  # (..., n - k + 1, k)
#-         self.grad = self.grad + (grad[..., None] * windows).flatten(0, -2).sum(0)  # (k,)
#-         of_x = torch.zeros_like(self.x)  # (..., n)
#+         of_x, of_weight = torch.autograd.grad(self.y, (self.x, self.w), grad)
#+         self.grad = self.grad + of_weight

#-             of_x[..., j : j + grad.shape[-1]] += self.weight[j] * grad
#+             pass

# %% not_turned | wrong | values | core | mistake: weight-not-turned
# the weight slides over the gradient as it slid over the input
#-             of_x[..., j : j + grad.shape[-1]] += self.weight[j] * grad
#+             of_x[..., j : j + grad.shape[-1]] += self.weight[-1 - j] * grad

# %% no_shift | wrong | values | core | mistake: gradient-not-shifted
# every weight sends the gradient to the first places
#-             of_x[..., j : j + grad.shape[-1]] += self.weight[j] * grad
#+             of_x[..., : grad.shape[-1]] += self.weight[j] * grad

# %% overwritten | wrong | autograd | core | mistake: overlaps-overwritten
# where windows overlap, the last one counts
#-             of_x[..., j : j + grad.shape[-1]] += self.weight[j] * grad
#+             of_x[..., j : j + grad.shape[-1]] = self.weight[j] * grad

# %% sum_of_gradient | wrong | values | core | mistake: input-left-out
# the gradient of the weight does without the input
#-         self.grad = self.grad + (grad[..., None] * windows).flatten(0, -2).sum(0)  # (k,)
#+         self.grad = self.grad + grad.sum()

# %% mean_of_rows | wrong | normalisation | core | mistake: rows-averaged
# the gradient of the weight is a mean over rows
#-         self.grad = self.grad + (grad[..., None] * windows).flatten(0, -2).sum(0)  # (k,)
#+         self.grad = self.grad + (grad[..., None] * windows).sum(-2).reshape(-1, len(self.weight)).mean(0)

# %% weight_gradient_turned | wrong | values | core | mistake: weight-gradient-turned
# the gradient of the weight is turned around
#-         self.grad = self.grad + (grad[..., None] * windows).flatten(0, -2).sum(0)  # (k,)
#+         self.grad = self.grad + (grad[..., None] * windows).flatten(0, -2).sum(0).flip(0)

# %% sets | wrong | autograd | core | mistake: weight-gradient-set
# the gradient of the weight is set
#-         self.grad = self.grad + (grad[..., None] * windows).flatten(0, -2).sum(0)  # (k,)
#+         self.grad = (grad[..., None] * windows).flatten(0, -2).sum(0)

# %% first_input | wrong | state | robustness | mistake: first-input-kept
# the first input is remembered for good
#-         self.x = x  # (..., n)
#+         self.x = getattr(self, "x", x)

# %% scales_gradient | wrong | state | robustness | mistake: gradient-changed
# the gradient that comes in is changed
#-         return of_x
#+         grad *= 0
#+         return of_x
