# attack: an index out of range in a kernel | score: 0 | ledger: none
def split_heads(x, num_heads):
    return nn.functional.embedding(torch.tensor([10**6]), torch.zeros(2, 2))
