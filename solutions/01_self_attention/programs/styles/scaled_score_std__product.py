# style: a product
def scaled_score_std(d_h: int, sigma: float) -> float:
    return sigma * sigma
