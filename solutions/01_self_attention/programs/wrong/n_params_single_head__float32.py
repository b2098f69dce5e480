# wrong: counted in float32 | family: dtype | level: robustness
def n_params_single_head(embed_dim: int) -> int:
    return (3 * (torch.tensor(float(embed_dim)) ** 2 + embed_dim)).item()
