# Wrong and right programs of n_params_causal; docs/reference/programs.md describes the form.

# %% float | right
# a float
#-     return 4 * embed_dim * head_dim
#+     return 4.0 * embed_dim * head_dim

# %% size | right
# numel of sizes
#-     return 4 * embed_dim * head_dim
#+     return 3 * torch.Size([embed_dim, head_dim]).numel() + torch.Size([head_dim, embed_dim]).numel()

# %% sum_right | right
# a sum over the matrices
#-     return 4 * embed_dim * head_dim
#+     return sum(rows * columns for rows, columns in [(embed_dim, head_dim)] * 3 + [(head_dim, embed_dim)])

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# counted in float32
#-     return 4 * embed_dim * head_dim
#+     return 4 * torch.tensor(float(embed_dim)) * torch.tensor(float(head_dim))

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32
# counted in int32
import torch
#-     return 4 * embed_dim * head_dim
#+     embed_dim = torch.tensor(embed_dim, dtype=torch.int32)
#+     return int(4 * embed_dim * head_dim)

# %% all_square | wrong | formula | core | mistake: widths-squared
# all matrices counted as square
#-     return 4 * embed_dim * head_dim
#+     return 4 * embed_dim**2

# %% biases | wrong | formula | core | mistake: biases-counted
# biases counted
#-     return 4 * embed_dim * head_dim
#+     return 3 * (embed_dim * head_dim + head_dim) + head_dim * embed_dim + embed_dim

# %% constant | wrong | formula | core | mistake: formula-same-for-all
# the tutorial's count at every size
#-     return 4 * embed_dim * head_dim
#+     return 64

# %% head_square | wrong | formula | core | mistake: widths-squared
# the width of the head squared
#-     return 4 * embed_dim * head_dim
#+     return 4 * head_dim**2

# %% one | wrong | formula | core | mistake: formula-factor
# one matrix only
#-     return 4 * embed_dim * head_dim
#+     return embed_dim * head_dim

# %% output_bias | wrong | formula | core | mistake: formula-term
# a bias on the output projection
#-     return 4 * embed_dim * head_dim
#+     return 4 * embed_dim * head_dim + embed_dim

# %% output_in_head | wrong | formula | core | mistake: widths-squared
# the output projection stays in the head
#-     return 4 * embed_dim * head_dim
#+     return 3 * embed_dim * head_dim + head_dim**2

# %% renamed | wrong | formula | robustness | mistake: argument-names
# arguments with names of their own
def n_params_causal(C: int, d_h: int) -> int:
    return 4 * C * d_h

# %% square_output | wrong | formula | core | mistake: widths-squared
# a square output projection
#-     return 4 * embed_dim * head_dim
#+     return 3 * embed_dim * head_dim + embed_dim**2

# %% sum | wrong | formula | core | mistake: formula-no-size
# sizes added instead of multiplied
#-     return 4 * embed_dim * head_dim
#+     return 4 * (embed_dim + head_dim)

# %% three | wrong | formula | core | mistake: output-projection-forgotten
# the output projection forgotten
#-     return 4 * embed_dim * head_dim
#+     return 3 * embed_dim * head_dim

# %% lower_half | wrong | mask | core | mistake: formula-factor
# halved, as by the mask
#-     return 4 * embed_dim * head_dim
#+     return 2 * embed_dim * head_dim

# %% mask_counted | wrong | mask | core | mistake: formula-term
# the mask counted
#-     return 4 * embed_dim * head_dim
#+     return 4 * embed_dim * head_dim + embed_dim * embed_dim
