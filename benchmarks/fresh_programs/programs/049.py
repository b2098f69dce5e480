def key_bias_shift(queries, key_bias):
    contributions = queries * key_bias
    return contributions.sum(dim=0)
