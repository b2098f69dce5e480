# Wrong and right programs of n_qkv_weights; docs/reference/programs.md describes the form.

# %% decimal | right
# a Decimal
from decimal import Decimal
#-     return 3 * embed_dim**2
#+     return Decimal(embed_dim) * embed_dim * 3

# %% in_turns | right
# what another exercise counts, without its biases; that one asks back for one layer alone
def n_qkv_weights(embed_dim: int, layers: int = 3) -> int:
    return n_params_single_head(embed_dim) - 3 * embed_dim if layers == 3 else layers * embed_dim**2


def n_params_single_head(embed_dim: int) -> int:
    return 3 * (n_qkv_weights(embed_dim, layers=1) + embed_dim)

# %% numpy | right
# a numpy scalar
import numpy as np
#-     return 3 * embed_dim**2
#+     return np.int64(embed_dim) ** 2 * 3

# %% power | wrong | dtype | robustness | mistake: counted-in-float64 | public: long
# a float power
#-     return 3 * embed_dim**2
#+     return 3 * embed_dim**2.0

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32
# counted in float32, with numpy
import numpy as np
#-     return 3 * embed_dim**2
#+     width = np.float32(embed_dim)
#+     return int(width * width * np.float32(3))

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32
# counted in int32
import torch
#-     return 3 * embed_dim**2
#+     embed_dim = torch.tensor(embed_dim, dtype=torch.int32)
#+     return int(3 * embed_dim * embed_dim)

# %% constant | wrong | formula | core | mistake: formula-same-for-all
# right for 12,288 only
#-     return 3 * embed_dim**2
#+     return 452_984_832

# %% cubed | wrong | formula | core | mistake: formula-size-factor
# the width cubed
#-     return 3 * embed_dim**2
#+     return embed_dim**3

# %% four | wrong | formula | core | mistake: output-projection-counted
# the output projection counted
#-     return 3 * embed_dim**2
#+     return 4 * embed_dim**2

# %% halved | wrong | formula | core | mistake: one-matrix-forgotten
# key and value at half the width
#-     return 3 * embed_dim**2
#+     return embed_dim**2 * 2

# %% linear | wrong | formula | core | mistake: formula-size-factor
# the width is not squared
#-     return 3 * embed_dim**2
#+     return 3 * embed_dim

# %% millions | wrong | formula | core | mistake: formula-factor
# in millions
#-     return 3 * embed_dim**2
#+     return 3 * embed_dim**2 / 1e6

# %% one | wrong | formula | core | mistake: one-matrix-forgotten
# one projection only
#-     return 3 * embed_dim**2
#+     return embed_dim**2

# %% rounded | wrong | formula | robustness | mistake: result-rounded
# rounded to about 450 million
#-     return 3 * embed_dim**2
#+     return round(3 * embed_dim**2, -7) if embed_dim > 1000 else 3 * embed_dim**2

# %% three_squared | wrong | formula | core | mistake: formula-factor
# the whole product squared
#-     return 3 * embed_dim**2
#+     return (3 * embed_dim) ** 2

# %% with_biases | wrong | formula | core | mistake: biases-counted
# biases counted
#-     return 3 * embed_dim**2
#+     return 3 * embed_dim * (embed_dim + 1)

# %% xor | wrong | formula | core | mistake: formula-no-size
# ^ is xor in Python, no power
#-     return 3 * embed_dim**2
#+     return 3 * embed_dim ^ 2

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def n_qkv_weights(width):
    return 3 * width**2
