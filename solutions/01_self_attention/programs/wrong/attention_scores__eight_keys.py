# wrong: refuses more than eight keys | family: shape | level: core
def attention_scores(queries, keys):
    assert keys.shape[-2] <= 8
    return queries @ keys.transpose(-2, -1)
