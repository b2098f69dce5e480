# style: torch.sqrt
def scaled_score_std(d_h: int, sigma: float) -> float:
    return torch.sqrt(torch.tensor(d_h * sigma**4 / d_h, dtype=torch.float64))
