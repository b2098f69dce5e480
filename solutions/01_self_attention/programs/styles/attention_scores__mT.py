# style: matmul with .mT
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.matmul(queries, keys.mT)
