# wrong: collected in a tensor on the CPU | family: device | level: robustness
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    out = torch.zeros(*queries.shape[:-1], keys.shape[-2], dtype=queries.dtype)
    return out + queries @ keys.transpose(-2, -1)
