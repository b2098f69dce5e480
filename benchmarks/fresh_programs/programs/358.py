class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (x @ W for W in (self.W_query, self.W_key, self.W_value))
        omega = q @ k.mT
        alpha = torch.softmax(omega / math.sqrt(self.d_out_kq), dim=-1)
        return alpha @ v
