def merge_heads(x):
    heads = [x[:, i] for i in range(x.shape[1])]
    return torch.cat(heads, dim=1)
