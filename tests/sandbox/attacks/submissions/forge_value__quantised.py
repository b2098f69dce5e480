# attack: a quantised tensor | score: 0 | ledger: none
def split_heads(x, num_heads):
    return torch.quantize_per_tensor(torch.zeros(3), 0.1, 0, torch.qint8)
