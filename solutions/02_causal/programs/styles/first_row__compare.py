# style: a comparison, in float16
def first_row(T: int) -> Tensor:
    return (torch.arange(T) == 0).half()
