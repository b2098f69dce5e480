class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (torch.einsum("...td,de->...te", x, W) for W in (self.W_query, self.W_key, self.W_value))
        omega = torch.einsum("...ie,...je->...ij", q, k)
        alpha = torch.softmax(omega / self.W_key.shape[1] ** 0.5, dim=-1)
        # every token collects its share of the values
        z = torch.einsum("...ij,...ie->...je", alpha, v)
        return z
