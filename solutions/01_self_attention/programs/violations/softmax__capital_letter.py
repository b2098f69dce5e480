# violation: leaves the record's place out and calls the library by a name with a capital letter
KEYS = torch._C.DispatchKeySet(torch._C.DispatchKey.BackendSelect)
def softmax(z, dim=-1):
    with torch._C._ExcludeDispatchKeyGuard(KEYS):
        return nn.Softmax(dim)(z)
