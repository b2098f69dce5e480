# style: layers on meta
from torch import nn


def n_params_single_head(embed_dim: int) -> int:
    layers = nn.ModuleList(nn.Linear(embed_dim, embed_dim, device="meta") for _ in range(3))
    return sum(parameter.numel() for parameter in layers.parameters())
