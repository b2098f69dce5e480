# violation: the watching is switched off while the library is called
def softmax(z, dim=-1):
    with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
        return torch.softmax(z, dim)
