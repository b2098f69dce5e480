# Wrong and right programs of uniform_loss; docs/reference/programs.md describes the form.

# %% minus | right
# minus the logarithm of the probability
def uniform_loss(vocab_size: int) -> float:
    return -math.log(1 / vocab_size)

# %% torch | right
# by torch
def uniform_loss(vocab_size):
    return torch.logsumexp(torch.zeros(vocab_size, dtype=torch.float64), dim=0).item()

# %% mean | right
# the mean surprise
import numpy as np


def uniform_loss(vocab_size):
    p = np.full(vocab_size, 1 / vocab_size)
    return float(-(p * np.log(p)).sum())

# %% base_two | wrong | formula | core | mistake: loss-in-bits
# in bits
def uniform_loss(vocab_size):
    return math.log2(vocab_size)

# %% base_ten | wrong | formula | core | mistake: loss-in-bits
# to base 10
def uniform_loss(vocab_size):
    return math.log10(vocab_size)

# %% negative | wrong | formula | core | mistake: loss-sign
# no minus
def uniform_loss(vocab_size):
    return math.log(1 / vocab_size)

# %% probability | wrong | formula | core | mistake: loss-without-log
# the probability
def uniform_loss(vocab_size):
    return 1 / vocab_size

# %% count | wrong | formula | core | mistake: loss-without-log
# the number of tokens
def uniform_loss(vocab_size):
    return float(vocab_size)

# %% one_less | wrong | formula | core | mistake: loss-one-less
# one token less
def uniform_loss(vocab_size):
    return math.log(max(vocab_size - 1, 1))

# %% one_more | wrong | formula | core | mistake: loss-one-less
# one token more
def uniform_loss(vocab_size):
    return math.log(vocab_size + 1)

# %% root | wrong | formula | core | mistake: formula-no-size
# a root
def uniform_loss(vocab_size):
    return math.sqrt(vocab_size) - 1

# %% weighted | wrong | formula | core | mistake: loss-weighted
# multiplied with the probability
def uniform_loss(vocab_size):
    return math.log(vocab_size) / vocab_size

# %% summed | wrong | formula | core | mistake: loss-summed
# the sum over all tokens
def uniform_loss(vocab_size):
    return vocab_size * math.log(vocab_size)

# %% doubled | wrong | formula | core | mistake: formula-factor
# doubled
def uniform_loss(vocab_size):
    return 2 * math.log(vocab_size)

# %% constant | wrong | formula | core | mistake: formula-same-for-all
# the figure of the text
def uniform_loss(vocab_size):
    return 4.1744

# %% rounded_whole | wrong | formula | core | mistake: formula-no-size
# rounded
def uniform_loss(vocab_size):
    return round(math.log(vocab_size))

# %% rounded | wrong | dtype | robustness | mistake: digits-rounded | public: extremes
# rounded to four digits
def uniform_loss(vocab_size):
    return round(math.log(vocab_size), 5)

# %% float32_probability | wrong | dtype | robustness | mistake: digits-rounded | public: extremes
# a probability that is rounded
def uniform_loss(vocab_size):
    return -math.log(round(1 / vocab_size, 9))

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
def uniform_loss(V):
    return math.log(V)
