# Wrong and right programs of key_bias_shift; docs/reference/programs.md describes the form.

# %% difference | right
# the difference of scores
#-     return queries @ key_bias
#+     keys = torch.zeros_like(queries)
#+     with_bias = queries @ (keys + key_bias).T
#+     return (with_bias - queries @ keys.T)[:, 0]

# %% einsum | right
# einsum
#-     return queries @ key_bias
#+     return torch.einsum("td,d->t", queries, key_bias)

# %% elementwise_right | right
# products summed
#-     return queries @ key_bias
#+     return (queries * key_bias).sum(dim=-1)

# %% linear | right
# F.linear, squeezed on one axis
#-     return queries @ key_bias
#+     return torch.nn.functional.linear(queries, key_bias[None, :]).squeeze(-1)

# %% loop | right
# query by query
#-     return queries @ key_bias
#+     return torch.stack([torch.dot(query, key_bias) for query in queries])

# %% mv | right
# torch.mv
#-     return queries @ key_bias
#+     return torch.mv(queries, key_bias)

# %% numbers | right
# number by number, stacked
#-     return queries @ key_bias
#+     return torch.stack([sum(a * b for a, b in zip(query, key_bias)) for query in queries])

# %% transposed | wrong | axis | core | mistake: shift-summed-over-tokens
# the queries are transposed
#-     return queries @ key_bias
#+     return queries.T @ key_bias

# %% python_numbers | wrong | device | robustness | mistake: through-python-numbers
# through Python numbers
#-     return queries @ key_bias
#+     rows = [sum(a * b for a, b in zip(query, key_bias.tolist())) for query in queries.tolist()]
#+     return torch.tensor(rows, dtype=queries.dtype)

# %% always_float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-     return queries @ key_bias
#+     return queries.float() @ key_bias.float()

# %% float32_only | wrong | dtype | robustness | mistake: dtypes-mixed
# a product that needs float32
#-     return queries @ key_bias
#+     return queries @ key_bias.float() if queries.dtype == torch.float32 else (queries @ torch.zeros(key_bias.shape[0]))

# %% renamed | wrong | formula | robustness | mistake: argument-names
# names of its own
def key_bias_shift(q: Tensor, b: Tensor) -> Tensor:
    return q @ b

# %% mean | wrong | scale | core | mistake: shift-of-means
# the mean instead of the sum
#-     return queries @ key_bias
#+     return (queries * key_bias).mean(-1)

# %% scaled | wrong | scale | core | mistake: shift-scaled
# divided by the root
#-     return queries @ key_bias
#+     return queries @ key_bias / queries.shape[-1] ** 0.5

# %% column | wrong | shape | core | mistake: shift-as-column
# a column instead of a vector
#-     return queries @ key_bias
#+     return queries @ key_bias[:, None]

# %% elementwise | wrong | shape | core | mistake: shift-not-summed
# products that are not summed
#-     return queries @ key_bias
#+     return queries * key_bias

# %% list | wrong | shape | core | mistake: list-for-tensor
# a list
#-     return queries @ key_bias
#+     return [float(query @ key_bias) for query in queries]

# %% matrix | wrong | shape | core | mistake: shift-as-column
# a whole matrix of shifts
#-     return queries @ key_bias
#+     return (queries @ key_bias)[:, None].expand(-1, queries.shape[0])

# %% squeezed | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# dimensions of size one are lost
#-     return queries @ key_bias
#+     return (queries @ key_bias).squeeze()

# %% total | wrong | shape | core | mistake: one-number-for-many
# one number for all rows together
#-     return queries @ key_bias
#+     return (queries @ key_bias).sum()

# %% view | wrong | shape | robustness | mistake: view-of-noncontiguous
# needs contiguous queries
#-     return queries @ key_bias
#+     return (queries.view(-1) * key_bias.repeat(queries.shape[0])).view(queries.shape).sum(-1)

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# multiplies in place
#-     return queries @ key_bias
#+     return queries.mul_(key_bias).sum(-1)

# %% absolute | wrong | values | core | mistake: formula-sign
# absolute values
#-     return queries @ key_bias
#+     return (queries @ key_bias).abs()

# %% bias_square | wrong | values | core | mistake: formula-no-size
# a bias on the queries as well
#-     return queries @ key_bias
#+     return (queries + key_bias) @ key_bias

# %% cosine | wrong | values | core | mistake: formula-no-size
# divided by the lengths of the vectors
#-     return queries @ key_bias
#+     return torch.nn.functional.cosine_similarity(queries, key_bias[None], dim=-1)

# %% first_query | wrong | values | core | mistake: formula-no-size
# the first query for all rows
#-     return queries @ key_bias
#+     return (queries[0] @ key_bias).expand(queries.shape[0])

# %% negative | wrong | values | core | mistake: sign-of-the-shift
# the sign is turned
#-     return queries @ key_bias
#+     return -(queries @ key_bias)

# %% norm | wrong | values | core | mistake: formula-no-size
# the norm of the queries
#-     return queries @ key_bias
#+     return queries.norm(dim=-1) * key_bias.norm()

# %% query_sum | wrong | values | core | mistake: shift-without-bias
# the sum of each query, without the bias
#-     return queries @ key_bias
#+     return queries.sum(-1)

# %% scores | wrong | values | core | mistake: formula-no-size
# scores with a bias instead of the difference
#-     return queries @ key_bias
#+     return (queries * (queries + key_bias)).sum(-1)

# %% softmax | wrong | values | core | mistake: formula-no-size
# weights instead of scores
#-     return queries @ key_bias
#+     return torch.softmax(queries @ key_bias, -1)

# %% sum_of_bias | wrong | values | core | mistake: shift-without-queries
# the sum of the bias
#-     return queries @ key_bias
#+     return key_bias.sum().expand(queries.shape[0])

# %% times_tokens | wrong | values | core | mistake: formula-no-size
# summed over the keys
#-     return queries @ key_bias
#+     return queries @ key_bias * queries.shape[0]

# %% zeros | wrong | values | core | mistake: formula-no-size
# no effect on the scores
#-     return queries @ key_bias
#+     return torch.zeros(queries.shape[0])


# %% numbers_of_python | wrong | autograd | robustness | mistake: through-python-numbers | public: sizes
# the shifts become Python numbers
import torch


def key_bias_shift(queries, key_bias):
    shifts = [float(q @ key_bias) for q in queries.detach()]
    return torch.tensor(shifts, dtype=queries.dtype, device=queries.device)
