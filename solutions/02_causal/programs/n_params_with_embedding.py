# Wrong and right programs of n_params_with_embedding; docs/reference/programs.md describes the form.

# %% built | right
# built on meta
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     with torch.device("meta"):
#+         table = torch.empty(vocab_size, embed_dim)
#+         matrices = [torch.empty(embed_dim, head_dim) for _ in range(3)] + [torch.empty(head_dim, embed_dim)]
#+     return table.numel() + sum(matrix.numel() for matrix in matrices)

# %% calls | right
# calls the exercise before it
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return n_params_causal(embed_dim, head_dim) + embed_dim * vocab_size

# %% factored | right
# factored out
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return embed_dim * (vocab_size + 4 * head_dim)

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# counted in float32
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return torch.tensor(float(vocab_size)) * embed_dim + 4 * embed_dim * head_dim

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# counted in int32
import torch
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     vocab_size = torch.tensor(vocab_size, dtype=torch.int32)
#+     return int(vocab_size * embed_dim + 4 * embed_dim * head_dim)

# %% biases | wrong | formula | core | mistake: formula-no-size
# biases counted
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return vocab_size * embed_dim + 4 * embed_dim * head_dim + 3 * head_dim + embed_dim

# %% constant | wrong | formula | core | mistake: formula-same-for-all
# the tutorial's count at every size
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return 80

# %% head_only | wrong | formula | core | mistake: embedding-forgotten
# the table forgotten
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return 4 * embed_dim * head_dim

# %% multiplied | wrong | formula | core | mistake: formula-no-size
# multiplied instead of added
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return vocab_size * embed_dim * 4 * embed_dim * head_dim

# %% renamed | wrong | formula | robustness | mistake: argument-names
# arguments with names of their own
def n_params_with_embedding(V: int, C: int, d_h: int) -> int:
    return V * C + 4 * C * d_h

# %% rows_only | wrong | formula | core | mistake: formula-no-size
# one number for each token
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return vocab_size + 4 * embed_dim * head_dim

# %% square_head | wrong | formula | core | mistake: formula-no-size
# a square head
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return vocab_size * embed_dim + 4 * embed_dim**2

# %% swapped | wrong | formula | core | mistake: formula-no-size
# arguments in another order
def n_params_with_embedding(embed_dim: int, head_dim: int, vocab_size: int) -> int:
    return vocab_size * embed_dim + 4 * embed_dim * head_dim

# %% table_of_heads | wrong | formula | core | mistake: embedding-of-head-width
# a table as wide as the head
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return vocab_size * head_dim + 4 * embed_dim * head_dim

# %% table_only | wrong | formula | core | mistake: embedding-only
# the head forgotten
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return vocab_size * embed_dim

# %% table_square | wrong | formula | core | mistake: formula-no-size
# a table of vocab_size²
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return vocab_size**2 + 4 * embed_dim * head_dim

# %% three | wrong | formula | core | mistake: output-projection-forgotten
# the output projection forgotten
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return vocab_size * embed_dim + 3 * embed_dim * head_dim

# %% unembedding | wrong | formula | core | mistake: embedding-twice
# an unembedding counted too
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return 2 * vocab_size * embed_dim + 4 * embed_dim * head_dim

# %% padding | wrong | vocabulary | core | mistake: formula-term
# one more row, for padding
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return (vocab_size + 1) * embed_dim + 4 * embed_dim * head_dim
