# wrong: counted in float32 | family: dtype | level: robustness
def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    return torch.tensor(float(vocab_size)) * embed_dim + 4 * embed_dim * head_dim
