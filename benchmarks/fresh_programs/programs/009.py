def softmax(z, dim=-1):
    z_max, _ = z.max(dim=-1, keepdim=True)
    exp_z = torch.exp(z - z_max)
    return exp_z / exp_z.sum(dim=-1, keepdim=True)
