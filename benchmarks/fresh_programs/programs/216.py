def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    # q_i . (k_j + b) = q_i . k_j + q_i . b
    shift = (queries * key_bias).sum(dim=1)
    return shift / key_bias.numel() ** 0.5
