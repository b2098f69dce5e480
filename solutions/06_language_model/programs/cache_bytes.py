# Wrong and right programs of cache_bytes; docs/reference/programs.md describes the form.

# %% product | right
# a product of a list
import math


def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return math.prod([2, B, T, d_model, num_layers, bytes_per_element])

# %% heads | right
# head by head
def cache_bytes(B: int, T: int, d_model: int, num_layers: int, bytes_per_element: int) -> int:
    per_token = sum(bytes_per_element for _ in range(d_model)) * 2
    return sum(B * T * per_token for _ in range(num_layers))

# %% tensor | right
# nbytes of a tensor on meta
import torch


def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return torch.empty(num_layers, 2, B, T, d_model, bytes_per_element, dtype=torch.uint8, device="meta").nbytes

# %% keys_only | wrong | formula | core | mistake: one-matrix-forgotten
# keys only
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return B * T * d_model * num_layers * bytes_per_element

# %% queries_too | wrong | formula | core | mistake: queries-cached
# queries as well
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 3 * B * T * d_model * num_layers * bytes_per_element

# %% no_layers | wrong | formula | core | mistake: layers-not-counted
# one layer
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2 * B * T * d_model * bytes_per_element

# %% no_batch | wrong | formula | core | mistake: formula-size-factor
# one text
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2 * T * d_model * num_layers * bytes_per_element

# %% no_bytes | wrong | formula | core | mistake: formula-size-factor
# numbers instead of bytes
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2 * B * T * d_model * num_layers

# %% bits | wrong | formula | core | mistake: formula-factor
# bits
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 16 * B * T * d_model * num_layers * bytes_per_element

# %% weights | wrong | formula | core | mistake: weights-for-cache
# the attention weights
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2 * B * T * T * num_layers * bytes_per_element

# %% squared | wrong | formula | core | mistake: formula-size-factor
# the tokens are squared
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2 * B * T**2 * d_model * num_layers * bytes_per_element

# %% width_squared | wrong | formula | core | mistake: formula-size-factor
# the width is squared
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2 * B * T * d_model**2 * num_layers * bytes_per_element

# %% last_token | wrong | formula | core | mistake: formula-size-factor
# one token
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2 * B * d_model * num_layers * bytes_per_element

# %% added | wrong | formula | core | mistake: formula-no-size
# layers are added
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2 * B * T * d_model * bytes_per_element + num_layers

# %% four_bytes | wrong | formula | core | mistake: formula-some-sizes
# always 4 bytes
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2 * B * T * d_model * num_layers * 4

# %% constant | wrong | formula | core | mistake: formula-same-for-all
# the figure of the text
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2147483648

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# counted in float32
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    import torch
    return torch.tensor([2.0, B, T, d_model, num_layers, bytes_per_element]).prod()

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32
# int32 that overflows
def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    import torch
    return int(torch.tensor([2, B, T, d_model, num_layers, bytes_per_element], dtype=torch.int32).prod(dtype=torch.int32))

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
def cache_bytes(batch, tokens, width, layers, size):
    return 2 * batch * tokens * width * layers * size
