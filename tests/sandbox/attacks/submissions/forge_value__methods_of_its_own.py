# attack: a plain tensor with methods of its own, which says that it is small and is not | score: 0 | ledger: any
def split_heads(x, num_heads):
    result = torch.zeros(1)
    result.numel = lambda: 0
    result.is_contiguous = lambda: True
    result.detach = lambda: torch.zeros(1).expand(10**9)
    return result
