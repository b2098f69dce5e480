# style: numel of sizes
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 3 * torch.Size([embed_dim, head_dim]).numel() + torch.Size([head_dim, embed_dim]).numel()
