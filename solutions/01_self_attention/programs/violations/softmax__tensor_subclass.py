# violation: a tensor subclass that computes when its first method is called
class Lazy(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return super().__torch_function__(function, types, args, kwargs or {})
def softmax(z, dim=-1):
    return nn.functional.softmax(z.as_subclass(Lazy), dim).as_subclass(torch.Tensor)
