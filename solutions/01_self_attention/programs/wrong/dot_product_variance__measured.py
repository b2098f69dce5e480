# wrong: measured instead of derived | family: formula | level: core
def dot_product_variance(d_h: int, sigma: float) -> float:
    q, k = sigma * torch.randn(1000, d_h), sigma * torch.randn(1000, d_h)
    return (q * k).sum(-1).var()
