# style: bmm after flattening the batch
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    q, k = queries.reshape(-1, *queries.shape[-2:]), keys.reshape(-1, *keys.shape[-2:])
    return torch.bmm(q, k.transpose(1, 2)).reshape(*queries.shape[:-1], keys.shape[-2])
