# violation: takes the kernel out of torch's table
kernel = torch.library.get_kernel("aten::_softmax", "CPU")
place = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)


def softmax(z, dim=-1):
    return kernel.call_boxed(place, z.detach(), dim, False) + 0 * z
