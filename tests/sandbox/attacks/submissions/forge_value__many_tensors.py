# attack: a hundred thousand tensors | score: 0 | ledger: any
def split_heads(x, num_heads):
    return [torch.zeros(1) for _ in range(100_000)]
