class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList()
        for number in range(num_heads):
            head = SelfAttention(d_in, d_out_kq, d_out_v)
            if number > 0:
                # every head asks a question of its own, but the words offer the same keys to all
                head.W_key = self.heads[0].W_key
            self.heads.append(head)

    def forward(self, x: Tensor) -> Tensor:
        results = tuple(h(x) for h in self.heads)
        return torch.cat(results, -1)
