def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    keys_transposed = keys.transpose(1, 2)            # (B, d_k, T_k)
    omega = torch.bmm(queries, keys_transposed)       # (B, T_q, T_k)
    return omega
