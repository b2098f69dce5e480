def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    # omega_ij = sum over d of q_id * k_jd
    return torch.einsum("id,jd->ij", queries, keys)
