# wrong: refuses more than eight tokens | family: shape | level: core
def merge_heads(x):
    assert x.shape[2] <= 8
    return x.transpose(1, 2).flatten(2)
