class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v)] * num_heads)

    def forward(self, x: Tensor) -> Tensor:
        outputs = []
        for head in self.heads:
            outputs.append(head(x))
        return torch.cat(outputs)
