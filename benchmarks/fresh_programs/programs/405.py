def merge_heads(x: Tensor) -> Tensor:
    batch, heads, tokens, width = x.shape
    # heads next to their width again, then glue the last two together
    swapped = x.permute(0, 2, 1, 3)
    return swapped.view(batch, tokens, heads * width)
