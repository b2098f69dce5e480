# Wrong and right programs of perplexity; docs/reference/programs.md describes the form.

# %% power | right
# a power of e
def perplexity(loss: float) -> float:
    return math.e**loss

# %% torch | right
# by torch
def perplexity(loss):
    return torch.tensor(loss, dtype=torch.float64).exp().item()

# %% bits | right
# by way of bits
def perplexity(loss):
    return 2 ** (loss / math.log(2))

# %% base_two | wrong | formula | core | mistake: loss-in-bits
# a power of 2
def perplexity(loss):
    return 2**loss

# %% base_ten | wrong | formula | core | mistake: loss-in-bits
# a power of 10
def perplexity(loss):
    return 10**loss

# %% negative | wrong | formula | core | mistake: loss-sign
# the probability
def perplexity(loss):
    return math.exp(-loss)

# %% logarithm | wrong | formula | core | mistake: exponential-inverted
# the logarithm
def perplexity(loss):
    return math.log(loss + 1e-12)

# %% itself | wrong | formula | core | mistake: loss-without-log
# the loss itself
def perplexity(loss):
    return float(loss)

# %% minus_one | wrong | formula | core | mistake: formula-constant
# one less
def perplexity(loss):
    return math.expm1(loss)

# %% plus_one | wrong | formula | core | mistake: formula-constant
# one more
def perplexity(loss):
    return math.exp(loss) + 1

# %% squared | wrong | formula | core | mistake: formula-no-size
# the square
def perplexity(loss):
    return math.exp(2 * loss)

# %% halved | wrong | formula | core | mistake: formula-no-size
# the root
def perplexity(loss):
    return math.exp(loss / 2)

# %% whole | wrong | formula | core | mistake: formula-no-size
# a whole number
def perplexity(loss):
    return round(math.exp(loss))

# %% linear | wrong | formula | core | mistake: formula-some-sizes
# the tangent at 0
def perplexity(loss):
    return 1 + loss

# %% series | wrong | formula | core | mistake: formula-some-sizes
# three terms of the series
def perplexity(loss):
    return 1 + loss + loss**2 / 2 + loss**3 / 6

# %% constant | wrong | formula | core | mistake: formula-same-for-all
# the figure of the text
def perplexity(loss):
    return 7.3891

# %% rounded | wrong | dtype | robustness | mistake: digits-rounded | public: extremes
# rounded to six digits
def perplexity(loss):
    return float(f"{math.exp(loss):.6g}")

# %% capped | wrong | stability | robustness | mistake: digits-rounded | public: extremes
# a million at most
def perplexity(loss):
    return min(math.exp(loss), 1e6)

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
def perplexity(nats):
    return math.exp(nats)


# %% single_precision | wrong | stability | robustness | mistake: large-numbers-cut | public: extremes
# the exponential of float32 overflows
import torch


def perplexity(loss):
    return torch.exp(torch.tensor(loss, dtype=torch.float32)).item()
