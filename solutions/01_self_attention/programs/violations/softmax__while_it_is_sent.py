# violation: computes while the answer is encoded, from a wrapped Tensor.detach
detach = torch.Tensor.detach
waiting = {}
def late(self):
    plain = detach(self)
    if id(self) in waiting:
        z, dim = waiting.pop(id(self))
        plain = torch.softmax(detach(z), dim)
    return plain
torch.Tensor.detach = late
def softmax(z, dim=-1):
    result = torch.zeros_like(z) + 0 * z
    waiting[id(result)] = (z, dim)
    return result
