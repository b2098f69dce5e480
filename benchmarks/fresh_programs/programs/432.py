class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList()
        while len(self.heads) < num_heads:
            self.heads.append(SelfAttention(d_in, d_out_kq, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        answers = []
        for head in self.heads:
            answers.append(head(x))
        stacked = torch.stack(answers, dim=-1)
        return stacked.flatten(start_dim=-2)
