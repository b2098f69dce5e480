# wrong: counted in int32 | family: dtype | level: robustness
import torch


def n_qkv_weights(embed_dim: int) -> int:
    embed_dim = torch.tensor(embed_dim, dtype=torch.int32)
    return int(3 * embed_dim * embed_dim)
