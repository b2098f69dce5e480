# wrong: counted in int32 | family: dtype | level: robustness
import torch


def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    vocab_size = torch.tensor(vocab_size, dtype=torch.int32)
    return int(vocab_size * embed_dim + 4 * embed_dim * head_dim)
