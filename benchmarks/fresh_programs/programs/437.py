class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v, num_heads):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(SelfAttention(d_in, d_out_kq, d_out_v))

    def forward(self, x):
        collected = []
        for h in self.heads:
            collected.append(h(x))
        joined = torch.stack(collected, dim=-1)
        return joined.flatten(start_dim=-2)
