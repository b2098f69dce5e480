# wrong: float32 on the way, and back | family: dtype | level: robustness
def merge_heads(x: Tensor) -> Tensor:
    return x.float().transpose(1, 2).flatten(start_dim=2).to(x.dtype)
