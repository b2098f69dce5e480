# Wrong and right programs of cross_entropy; docs/reference/programs.md describes the form.

# %% functional | not allowed
# F.cross_entropy
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     rows, flat = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
#+     return nn.functional.cross_entropy(rows, flat)

# %% module | not allowed
# nn.CrossEntropyLoss
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     rows, flat = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
#+     return nn.CrossEntropyLoss()(rows, flat)

# %% nll_loss | not allowed
# F.nll_loss
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     rows, flat = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
#+     return nn.functional.nll_loss(torch.log_softmax(rows, dim=-1), flat)

# %% nll_module | not allowed
# nn.NLLLoss
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     rows, flat = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
#+     return nn.NLLLoss()(torch.log_softmax(rows, dim=-1), flat)

# %% kl_div | not allowed
# F.kl_div with one-hot targets
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     rows, flat = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
#+     hot = nn.functional.one_hot(flat, rows.shape[-1]).to(rows.dtype)
#+     return nn.functional.kl_div(torch.log_softmax(rows, dim=-1), hot, reduction="batchmean")

# %% operator | not allowed
# the operator by its name
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     rows, flat = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
#+     return torch.ops.aten.cross_entropy_loss(rows, flat)

# %% by_string | not allowed
# its name put together
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     rows, flat = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
#+     return getattr(nn.functional, "cross_" + "entropy")(rows, flat)

# %% alias | not allowed
# under another name
from torch.nn.functional import cross_entropy as surprise


def cross_entropy(logits, targets):
    return surprise(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))

# %% mentions | allowed
# mentions the library function in a text
def cross_entropy(logits, targets):
    """As nn.functional.cross_entropy, for any leading dimensions."""
    return (torch.logsumexp(logits, dim=-1) - logits.gather(-1, targets[..., None])[..., 0]).mean()
