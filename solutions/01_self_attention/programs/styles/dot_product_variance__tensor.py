# style: a 0-dim tensor in float32
def dot_product_variance(d_h: int, sigma: float) -> float:
    return torch.tensor(d_h * sigma**4)
