# violation: raises, computes in the clean-up and returns from there
def softmax(z, dim=-1):
    try:
        raise ValueError
    finally:
        return nn.Softmin(dim)(-z)
