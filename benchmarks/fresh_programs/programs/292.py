def attention_matmul_flops(T: int, d_model: int) -> int:
    """Operations for all heads; I use one wide head, because many narrow ones cost the same."""
    # scores: T * T entries, each of them a dot product of width d_model
    per_score = d_model + (d_model - 1)
    scores = T * T * per_score
    # output: T * d_model entries, each of them a sum over T tokens
    per_output = T + (T - 1)
    outputs = T * d_model * per_output
    return scores + outputs
