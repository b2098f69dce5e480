# style: a 0-dim tensor
def n_params_single_head(embed_dim: int) -> int:
    return torch.tensor(3 * (embed_dim * embed_dim + embed_dim))
