class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.memory = None

    def read(self, source: Tensor) -> tuple[Tensor, Tensor]:
        """The sentence that is read is complete, so its keys and values are needed only once."""
        if self.memory is None:
            self.memory = (source @ self.W_key, source @ self.W_value)
        return self.memory

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        k, v = self.read(x_2)
        q = x_1 @ self.W_query
        logits = torch.matmul(q, k.mT).div(math.sqrt(q.size(-1)))
        return logits.softmax(dim=-1).matmul(v)
