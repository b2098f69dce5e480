# violation: goes to the kernel past whatever stands before it
def softmax(z, dim=-1):
    place = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
    return torch.ops.aten._softmax.default.redispatch(place, z.detach(), dim, False) + 0 * z
