def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    columns = []
    for j in range(keys.shape[-2]):
        key = keys[..., j, :]  # (..., d_k)
        columns.append(torch.einsum("...id,...d->...i", queries, key))  # (..., T_q)
    return torch.stack(columns, dim=-2)
