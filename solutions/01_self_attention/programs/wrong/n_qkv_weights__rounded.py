# wrong: rounded to about 450 million | family: formula | level: robustness
def n_qkv_weights(embed_dim: int) -> int:
    return round(3 * embed_dim**2, -7) if embed_dim > 1000 else 3 * embed_dim**2
