# violation: switches off the place where kernels are noted
PLACE = torch._C.DispatchKeySet(torch._C.DispatchKey.BackendSelect)


def softmax(z, dim=-1):
    with torch._C._ExcludeDispatchKeyGuard(PLACE):
        return torch.softmax(z, dim)
