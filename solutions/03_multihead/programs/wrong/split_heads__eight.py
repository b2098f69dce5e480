# wrong: refuses more than eight tokens | family: shape | level: core
def split_heads(x, num_heads):
    B, T, D = x.shape
    assert T <= 8
    return x.reshape(B, T, num_heads, D // num_heads).transpose(1, 2)
