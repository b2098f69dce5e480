# Wrong and right programs of cross_scores_shape; docs/reference/programs.md describes the form.

# %% array_shape | right
# the shape of an array
import numpy as np
#-     return (T_1, T_2)
#+     return np.broadcast_shapes((T_1, 1), (1, T_2))

# %% built | right
# the shape of scores on meta
import torch
#-     return (T_1, T_2)
#+     queries, keys = torch.empty(T_1, 3, device="meta"), torch.empty(T_2, 3, device="meta")
#+     return (queries @ keys.T).shape

# %% floats | right
# numpy numbers
import numpy as np
#-     return (T_1, T_2)
#+     return (np.int64(T_1), np.float64(T_2))

# %% list | right
# a list
#-     return (T_1, T_2)
#+     return [T_1, T_2]

# %% size | right
# a torch.Size
import torch
#-     return (T_1, T_2)
#+     return torch.Size([T_1, T_2])

# %% largest | wrong | cross | core | mistake: formula-no-size
# padded to the longer one
#-     return (T_1, T_2)
#+     return (max(T_1, T_2), max(T_1, T_2))

# %% one_more | wrong | cross | core | mistake: formula-no-size
# one token too many
#-     return (T_1, T_2)
#+     return (T_1 + 1, T_2 + 1)

# %% sorted | wrong | cross | core | mistake: formula-some-sizes
# the longer one first
#-     return (T_1, T_2)
#+     return (max(T_1, T_2), min(T_1, T_2))

# %% square_1 | wrong | cross | core | mistake: shape-of-self-attention
# T_1 twice
#-     return (T_1, T_2)
#+     return (T_1, T_1)

# %% square_2 | wrong | cross | core | mistake: shape-of-self-attention
# T_2 twice
#-     return (T_1, T_2)
#+     return (T_2, T_2)

# %% sum | wrong | cross | core | mistake: sizes-added
# both sequences together
#-     return (T_1, T_2)
#+     return (T_1 + T_2, T_1 + T_2)

# %% swapped | wrong | cross | core | mistake: shape-turned
# keys before queries
#-     return (T_1, T_2)
#+     return (T_2, T_1)

# %% float16 | wrong | dtype | robustness | mistake: counted-in-half | public: long
# numbers that went through 16 bits
import torch
#-     return (T_1, T_2)
#+     return tuple(torch.tensor([T_1, T_2]).half().int().tolist())

# %% renamed | wrong | formula | robustness | mistake: argument-names
# names of its own
def cross_scores_shape(n: int, m: int) -> tuple[int, int]:
    return (n, m)

# %% batch | wrong | shape | core | mistake: extra-dimension
# a leading 1
#-     return (T_1, T_2)
#+     return (1, T_1, T_2)

# %% matrix | wrong | shape | core | mistake: tensor-for-shape
# a matrix of this shape
import torch
#-     return (T_1, T_2)
#+     return torch.zeros(T_1, T_2)

# %% product | wrong | shape | core | mistake: count-for-shape
# the number of scores
#-     return (T_1, T_2)
#+     return T_1 * T_2

# %% queries_only | wrong | shape | core | mistake: one-number-for-many
# one number only
#-     return (T_1, T_2)
#+     return (T_1,)

# %% set | wrong | shape | core | mistake: other-container
# a set
#-     return (T_1, T_2)
#+     return {T_1, T_2}

# %% text | wrong | shape | core | mistake: text-for-numbers
# a text
#-     return (T_1, T_2)
#+     return f"({T_1}, {T_2})"
