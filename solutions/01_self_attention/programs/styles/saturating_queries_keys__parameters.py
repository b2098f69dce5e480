# style: tensors that ask for gradients, d_k of 400
from torch import nn


def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    queries = torch.ones(2, 400, requires_grad=True)
    keys = nn.Parameter(torch.cat([torch.full((1, 400), 0.02), torch.zeros(1, 400)]))
    return queries, keys
