# Wrong and right programs of weights_bytes; docs/reference/programs.md describes the form.

# %% float | right
# a float
#-     return B * num_heads * T * T * bytes_per_element
#+     return float(bytes_per_element) * B * T**2 * num_heads

# %% prod | right
# math.prod
import math
#-     return B * num_heads * T * T * bytes_per_element
#+     return math.prod((B, num_heads, T, T)) * bytes_per_element

# %% tensor | right
# the size of a tensor on meta
import torch
#-     return B * num_heads * T * T * bytes_per_element
#+     return torch.empty(B, num_heads, T, T, device="meta").numel() * bytes_per_element

# %% float32 | wrong | dtype | core | mistake: formula-size-factor
# always 4 bytes
#-     return B * num_heads * T * T * bytes_per_element
#+     return B * num_heads * T * T * 4

# %% float32_sum | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# counted in float32
import torch
#-     return B * num_heads * T * T * bytes_per_element
#+     return torch.tensor([float(B), float(num_heads), float(T), float(T), float(bytes_per_element)]).prod()

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# int32 that overflows
import torch


def weights_bytes(B, T, num_heads, bytes_per_element):
    return int(torch.tensor([B, num_heads, T, T, bytes_per_element], dtype=torch.int32).prod(dtype=torch.int32))

# %% string | wrong | dtype | core | mistake: text-for-numbers
# a text with a unit
#-     return B * num_heads * T * T * bytes_per_element
#+     return f"{B * num_heads * T * T * bytes_per_element} bytes"

# %% added | wrong | formula | core | mistake: formula-no-size
# added instead of multiplied
#-     return B * num_heads * T * T * bytes_per_element
#+     return B + num_heads + T * T + bytes_per_element

# %% bits | wrong | formula | core | mistake: bits-for-bytes
# bits instead of bytes
#-     return B * num_heads * T * T * bytes_per_element
#+     return 8 * B * num_heads * T * T * bytes_per_element

# %% elements | wrong | formula | core | mistake: bytes-not-counted
# elements, not bytes
#-     return B * num_heads * T * T * bytes_per_element
#+     return B * num_heads * T * T

# %% kibibytes | wrong | formula | core | mistake: formula-factor
# in KiB
#-     return B * num_heads * T * T * bytes_per_element
#+     return B * num_heads * T * T * bytes_per_element / 1024

# %% linear | wrong | formula | core | mistake: tokens-not-squared
# T is not squared
#-     return B * num_heads * T * T * bytes_per_element
#+     return B * num_heads * T * bytes_per_element

# %% no_batch | wrong | formula | core | mistake: batch-not-counted
# the batch is forgotten
#-     return B * num_heads * T * T * bytes_per_element
#+     return num_heads * T * T * bytes_per_element

# %% renamed | wrong | formula | robustness | mistake: argument-names
# names of its own
def weights_bytes(batch: int, tokens: int, heads: int, size: int) -> int:
    return batch * heads * tokens**2 * size

# %% swapped | wrong | formula | core | mistake: formula-size-factor
# arguments in another order
#- def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
#+ def weights_bytes(B: int, num_heads: int, T: int, bytes_per_element: int) -> int:

# %% two_matrices | wrong | formula | core | mistake: formula-factor
# scores and weights counted both
#-     return B * num_heads * T * T * bytes_per_element
#+     return 2 * B * num_heads * T * T * bytes_per_element

# %% divided | wrong | heads | core | mistake: formula-size-factor
# divided by the number of heads
#-     return B * num_heads * T * T * bytes_per_element
#+     return B * T * T * bytes_per_element / num_heads

# %% heads_squared | wrong | heads | core | mistake: formula-size-factor
# heads squared
#-     return B * num_heads * T * T * bytes_per_element
#+     return B * num_heads**2 * T * T * bytes_per_element

# %% no_heads | wrong | heads | core | mistake: heads-not-counted
# the heads are forgotten
#-     return B * num_heads * T * T * bytes_per_element
#+     return B * T * T * bytes_per_element

# %% triangle | wrong | mask | core | mistake: masked-pairs-left-out
# the lower triangle only
#-     return B * num_heads * T * T * bytes_per_element
#+     return B * num_heads * T * (T + 1) // 2 * bytes_per_element
