# wrong: two blocks of 64 keys, and no more | family: shape | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.cat([queries @ block.mT for block in keys.split(64, dim=-2)[:2]], dim=-1)
