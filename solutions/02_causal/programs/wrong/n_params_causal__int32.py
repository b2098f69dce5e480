# wrong: counted in int32 | family: dtype | level: robustness
import torch


def n_params_causal(embed_dim: int, head_dim: int) -> int:
    embed_dim = torch.tensor(embed_dim, dtype=torch.int32)
    return int(4 * embed_dim * head_dim)
