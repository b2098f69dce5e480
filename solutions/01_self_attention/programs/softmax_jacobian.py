# Wrong and right programs of softmax_jacobian; docs/reference/programs.md describes the form.

# %% autograd | right
# autograd at log p
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.autograd.functional.jacobian(lambda z: torch.softmax(z, dim=0), p.log())

# %% broadcast | right
# identity minus shares, broadcast
#-     return torch.diag(p) - torch.outer(p, p)
#+     return p[:, None] * (torch.eye(p.shape[0], dtype=p.dtype, device=p.device) - p[None, :])

# %% columns | right
# matrix products of columns
#-     return torch.diag(p) - torch.outer(p, p)
#+     column = p.reshape(-1, 1)
#+     return p.diagflat() - column @ column.T

# %% einsum | right
# einsum and diag_embed
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.diag_embed(p) - torch.einsum("i,j->ij", p, p)

# %% hessian | right
# the Hessian of logsumexp is the Jacobian of its gradient, softmax
def softmax_jacobian(p):
    return torch.func.hessian(lambda z: torch.logsumexp(z, dim=-1))(p.log())

# %% jacfwd | right
# torch.func.jacfwd of softmax at the logarithms
def softmax_jacobian(p):
    return torch.func.jacfwd(lambda z: torch.softmax(z, dim=-1))(p.log())

# %% jacrev | right
# torch.func.jacrev of softmax at the logarithms
def softmax_jacobian(p):
    return torch.func.jacrev(lambda z: torch.softmax(z, dim=-1))(p.log())

# %% loops | right
# two loops
def softmax_jacobian(p: Tensor) -> Tensor:
    n = p.shape[0]
    jacobian = torch.zeros(n, n, dtype=p.dtype, device=p.device)
    for i in range(n):
        for j in range(n):
            jacobian[i, j] = p[i] * (1 - p[i]) if i == j else -p[i] * p[j]
    return jacobian

# %% numbers | right
# lists of single numbers, stacked
#-     return torch.diag(p) - torch.outer(p, p)
#+     rows = [[a * (float(i == j) - b) for j, b in enumerate(p)] for i, a in enumerate(p)]
#+     return torch.stack([torch.stack(row) for row in rows])

# %% rows | right
# row by row
#-     return torch.diag(p) - torch.outer(p, p)
#+     identity = torch.eye(len(p), dtype=p.dtype, device=p.device)
#+     return torch.stack([share * (row - p) for share, row in zip(p, identity)])

# %% vmap_vjp | right
# torch.vmap of a vector-Jacobian product over the unit vectors
def softmax_jacobian(p):
    _, pull_back = torch.func.vjp(lambda z: torch.softmax(z, dim=-1), p.log())
    return torch.vmap(lambda row: pull_back(row)[0])(torch.eye(len(p), dtype=p.dtype, device=p.device))

# %% identity_on_cpu | wrong | device | robustness | mistake: tensor-on-cpu
# an identity on the CPU
#-     return torch.diag(p) - torch.outer(p, p)
#+     return p[:, None] * (torch.eye(len(p), dtype=p.dtype) - p)

# %% python_numbers | wrong | device | robustness | mistake: through-python-numbers
# through Python numbers
#-     return torch.diag(p) - torch.outer(p, p)
#+     shares = p.tolist()
#+     return torch.tensor([[a * ((i == j) - b) for j, b in enumerate(shares)] for i, a in enumerate(shares)], dtype=p.dtype)

# %% float32_loops | wrong | dtype | robustness | mistake: result-float32 | of: loops
# collected in float32
#-     jacobian = torch.zeros(n, n, dtype=p.dtype, device=p.device)
#+     jacobian = torch.zeros(n, n)

# %% diagonal | wrong | formula | core | mistake: outer-product-missing
# nothing outside the diagonal
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.diag(p)

# %% diagonal_of_ones | wrong | formula | core | mistake: identity-for-diagonal
# 1 on the diagonal, where a share belongs
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.eye(len(p)) - torch.outer(p, p)

# %% everywhere | wrong | formula | core | mistake: formula-no-size
# p_i (1 - p_j) everywhere
#-     return torch.diag(p) - torch.outer(p, p)
#+     return p[:, None] * (1 - p[None, :])

# %% inner | wrong | formula | core | mistake: outer-product-summed
# an inner product: a number where a matrix belongs
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.diag(p) - torch.dot(p, p)

# %% log_softmax | wrong | formula | core | mistake: formula-no-size
# the derivatives of log-softmax
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.eye(len(p)) - p[None, :].expand(len(p), -1)

# %% logistic | wrong | formula | core | mistake: only-the-diagonal
# p (1 - p) on the diagonal only
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.diag(p * (1 - p))

# %% mean | wrong | formula | core | mistake: formula-no-size
# divided by the number of entries
#-     return torch.diag(p) - torch.outer(p, p)
#+     return (torch.diag(p) - torch.outer(p, p)) / len(p)

# %% of_scores | wrong | formula | core | mistake: softmax-of-shares
# p taken for scores
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.autograd.functional.jacobian(lambda z: torch.softmax(z, -1), p)

# %% only_outside | wrong | formula | core | mistake: formula-no-size
# the diagonal lacks a part
#-     return torch.diag(p) - torch.outer(p, p)
#+     jacobian = -torch.outer(p, p)
#+     jacobian.fill_diagonal_(0)
#+     return jacobian + torch.diag(p)

# %% outer | wrong | formula | core | mistake: formula-no-size
# one of the two parts only, with the other sign
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.outer(p, p)

# %% plus | wrong | formula | core | mistake: sign-of-the-jacobian
# added instead of subtracted
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.diag(p) + torch.outer(p, p)

# %% renamed | wrong | formula | robustness | mistake: argument-names
# another name for p
def softmax_jacobian(probabilities: Tensor) -> Tensor:
    return torch.diag(probabilities) - torch.outer(probabilities, probabilities)

# %% row_of_p | wrong | formula | core | mistake: formula-no-size
# p in every row
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.diag(p) - p[None, :].expand(len(p), len(p))

# %% sign | wrong | formula | core | mistake: sign-of-the-jacobian
# the sign is turned
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.outer(p, p) - torch.diag(p)

# %% squares | wrong | formula | core | mistake: formula-no-size
# squares of the shares in every row
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.diag(p) - p * p

# %% batched | wrong | shape | core | mistake: extra-dimension
# a leading axis too many
#-     return torch.diag(p) - torch.outer(p, p)
#+     return (torch.diag(p) - torch.outer(p, p))[None]

# %% list | wrong | shape | core | mistake: list-for-tensor
# lists of numbers
#-     return torch.diag(p) - torch.outer(p, p)
#+     return (torch.diag(p) - torch.outer(p, p)).tolist()

# %% squeezed | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# dimensions of size one are lost
#-     return torch.diag(p) - torch.outer(p, p)
#+     return (torch.diag(p) - torch.outer(p, p)).squeeze()

# %% vector | wrong | shape | core | mistake: only-the-diagonal
# a vector, as for the logistic function
#-     return torch.diag(p) - torch.outer(p, p)
#+     return p * (1 - p)

# %% divides | wrong | stability | robustness | mistake: zero-not-handled | public: extremes
# divides by the shares
#-     return torch.diag(p) - torch.outer(p, p)
#+     return torch.diag(p) / p[None, :] * p[:, None] - torch.outer(p, p)

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# writes into p
def softmax_jacobian(p: Tensor) -> Tensor:
    outer = torch.outer(p, p)
    p.mul_(1.0)
    diagonal = torch.diag(p)
    p.zero_()
    return diagonal - outer

# %% seeded | wrong | state | robustness | mistake: generator-seeded
# seeds the generator
def softmax_jacobian(p: Tensor) -> Tensor:
    torch.manual_seed(0)
    return torch.diag(p) - torch.outer(p, p)
