# style: a loop over queries and keys
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    rows = [
        torch.stack([(queries[..., i, :] * keys[..., j, :]).sum(-1) for j in range(keys.shape[-2])], -1)
        for i in range(queries.shape[-2])
    ]
    return torch.stack(rows, -2)
