# wrong: uses the number of heads as the size of a piece | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.stack(x.split(num_heads, dim=-1), dim=1)
