# violation: the library's own decomposition, in the text of an f-string
def softmax(z, dim=-1):
    import torch._decomp

    return eval(f"torch._decomp.decompositions._softmax(z, dim, False)")
