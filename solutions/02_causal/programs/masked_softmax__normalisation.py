# Wrong and right programs of masked_softmax; docs/reference/programs.md describes the form.

# %% base_two | wrong | normalisation | core | mistake: base-two
# powers of two instead of exp
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    parts = torch.exp2((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf))
    return parts / parts.sum(-1, keepdim=True)

# %% centred | wrong | normalisation | core | mistake: standardised
# subtracts the mean and divides by the deviation
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(
        ((scores - scores.mean(-1, keepdim=True)) / scores.std(-1, keepdim=True)).masked_fill(later, -torch.inf), dim=-1
    )

# %% divided_by_sum | wrong | normalisation | core | mistake: sum-without-exp
# divides scores by their sum
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    scaled = (scores / math.sqrt(d_k)).tril()
    return scaled / scaled.sum(-1, keepdim=True)

# %% exponentials | wrong | normalisation | core | mistake: exp-alone
# exp, not divided by the sum
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.exp((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf))

# %% log | wrong | normalisation | core | mistake: log-softmax
# the logarithm of the weights
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.log_softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% mask_after_wrong_axis | wrong | normalisation | core | mistake: renormalised-columns
# renormalised along the columns
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    cut = torch.softmax(scores / math.sqrt(d_k), dim=-1).tril()
    return cut / cut.sum(-2, keepdim=True)

# %% masked_scores | wrong | normalisation | core | mistake: no-softmax
# returns the masked scores
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf)

# %% no_softmax | wrong | normalisation | core | mistake: no-softmax
# no softmax
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return (scores / math.sqrt(d_k)).tril()

# %% not_renormalised | wrong | normalisation | core | mistake: mask-not-renormalised
# masked after the softmax, rows do not sum to 1
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / math.sqrt(d_k), dim=-1).tril()

# %% one_hot | wrong | normalisation | core | mistake: one-hot
# all weight goes to the largest score
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    best = (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf).argmax(-1)
    return nn.functional.one_hot(best, scores.shape[-1]).to(scores.dtype)

# %% sigmoid | wrong | normalisation | core | mistake: sigmoid-shares
# a sigmoid, then divided by the sum
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    parts = torch.sigmoid((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf))
    return parts / parts.sum(-1, keepdim=True)

# %% softmin | wrong | normalisation | core | mistake: softmin
# the sign of the scores is turned
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((-scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% sum_of_all | wrong | normalisation | core | mistake: mask-not-renormalised
# divided by the sum over all keys
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    parts = torch.exp(scores / math.sqrt(d_k))
    return parts.tril() / parts.sum(-1, keepdim=True)

# %% twice | wrong | normalisation | core | mistake: softmax-twice
# softmax twice
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    first = torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)
    return torch.softmax(first.masked_fill(later, -torch.inf), dim=-1)
