# wrong: counted in float32 | family: dtype | level: robustness
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 4 * torch.tensor(float(embed_dim)) * torch.tensor(float(head_dim))
