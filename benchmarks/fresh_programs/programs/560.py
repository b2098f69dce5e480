class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v, num_heads):
        super().__init__()
        head = SelfAttention(d_in, d_out_kq, d_out_v)
        self.heads = nn.ModuleList()
        for i in range(num_heads):
            self.heads.append(head)

    def forward(self, x):
        outputs = []
        for attention in self.heads:
            outputs.append(attention(x))
        together = torch.stack(outputs, dim=-1)
        return together.flatten(start_dim=-2)
