# %% loop | right
# one place at a time
import torch


def convolve(x, weight):
    k = len(weight)
    return torch.stack([(x[..., i : i + k] * weight).sum(-1) for i in range(x.shape[-1] - k + 1)], dim=-1)


# %% shifted | right
# one weight at a time
def convolve(x, weight):
    places = x.shape[-1] - len(weight) + 1
    return sum(w * x[..., j : j + places] for j, w in enumerate(weight))


# %% library | not allowed
# the library's convolution
import torch


def convolve(x, weight):
    rows = x.reshape(-1, 1, x.shape[-1])
    return torch.nn.functional.conv1d(rows, weight[None, None]).reshape(*x.shape[:-1], -1)


# %% turned | wrong | values | core | mistake: weight-turned-around
# the weight is turned around
#-     return (windows * weight).sum(-1)  # (..., n - k + 1)
#+     return (windows * weight.flip(0)).sum(-1)

# %% padded | wrong | shape | core | mistake: padded-at-ends
# zeros are added at the ends
#-     windows = x.unfold(-1, len(weight), 1)  # (..., n - k + 1, k)
#+     windows = torch.nn.functional.pad(x, (len(weight) // 2, len(weight) // 2)).unfold(-1, len(weight), 1)

# %% mean | wrong | values | core | mistake: mean-for-sum
# the mean of each window
#-     return (windows * weight).sum(-1)  # (..., n - k + 1)
#+     return (windows * weight).mean(-1)

# %% strided | wrong | values | core | mistake: windows-do-not-overlap
# the windows lie side by side
#-     windows = x.unfold(-1, len(weight), 1)  # (..., n - k + 1, k)
#+     windows = x.unfold(-1, len(weight), len(weight))

# %% last_missing | wrong | shape | core | mistake: last-place-missing
# the last place is missing
#-     return (windows * weight).sum(-1)  # (..., n - k + 1)
#+     return (windows * weight).sum(-1)[..., :-1]

# %% first_dimension | wrong | axis | core | mistake: slides-along-rows
# the weight slides along the first dimension
#-     windows = x.unfold(-1, len(weight), 1)  # (..., n - k + 1, k)
#+     windows = x.unfold(0, len(weight), 1)

# %% single | wrong | dtype | robustness | mistake: single-precision
# always single precision
#-     return (windows * weight).sum(-1)  # (..., n - k + 1)
#+     return (windows * weight).sum(-1).float()


# %% in_place | wrong | values | robustness | mistake: input-scaled-in-place
# works in the memory of the input
def convolve(x, weight):
    places = x.shape[-1] - len(weight) + 1
    result = sum(w * x[..., j : j + places] for j, w in enumerate(weight))
    x[..., :places] = result
    return x[..., :places].clone()
