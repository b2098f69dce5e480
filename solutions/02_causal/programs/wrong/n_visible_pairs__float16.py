# wrong: half precision | family: dtype | level: robustness
def n_visible_pairs(T: int) -> int:
    return (
        torch.ones(T, T, dtype=torch.float16).tril().sum().item()
        if T < 60
        else float(torch.tensor(T * (T + 1) / 2).half())
    )
