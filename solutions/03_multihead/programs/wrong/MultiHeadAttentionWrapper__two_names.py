# wrong: each head has a second name in the state dict | family: state | level: core
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v, num_heads):
        super().__init__()
        heads = []
        for i in range(num_heads):
            head = SelfAttention(d_in, d_out_kq, d_out_v)
            self.add_module(f"head_{i}", head)
            heads.append(head)
        self.heads = nn.ModuleList(heads)

    def forward(self, x):
        return torch.cat([h(x) for h in self.heads], dim=-1)
