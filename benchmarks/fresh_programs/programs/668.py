class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v, num_heads):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(SelfAttention(d_in, d_out_kq, d_out_v))

    def forward(self, x):
        per_head = [attend(x) for attend in self.heads]
        together = torch.stack(per_head, dim=-1)
        return together.reshape(*x.shape[:-1], -1)
