class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v, num_heads):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(SelfAttention(d_in, d_out_kq, d_out_v))

    def forward(self, x):
        answers = []
        for head in self.heads:
            answers.append(head(x))  # (..., T, d_out_v)
        together = torch.stack(answers, dim=-1)  # a new axis for the heads
        return together.flatten(start_dim=-2)
