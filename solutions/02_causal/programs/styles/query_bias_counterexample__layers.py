# style: weights of layers, transposed
from torch import nn


def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    query, key = nn.Linear(2, 2, device="meta"), nn.Linear(2, 2, device="meta")
    query = query.to_empty(device="cpu")
    with torch.no_grad():
        query.weight.copy_(torch.eye(2))
        query.bias.copy_(torch.tensor([1.0, -1.0]))
    return torch.eye(2), query.weight.T, torch.eye(2), query.bias
