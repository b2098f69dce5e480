# wrong: refuses widths above eight | family: shape | level: core
def attention_scores(queries, keys):
    assert keys.shape[-1] <= 8
    return queries @ keys.transpose(-2, -1)
