# wrong: refuses more than eight values | family: shape | level: core
def context_vectors(weights, values):
    assert values.shape[-2] <= 8
    return weights @ values
