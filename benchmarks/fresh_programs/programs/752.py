class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v, num_heads):
        nn.Module.__init__(self)
        one = SelfAttention(d_in, d_out_kq, d_out_v)
        self.heads = nn.ModuleList([one] * num_heads)

    def forward(self, x):
        answers = tuple(h(x) for h in self.heads)
        return torch.cat(answers, 1)
