class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        *leading, T, d_in = x.shape
        d_k = self.W_value.shape[-1]

        tokens = x.reshape(-1, d_in)
        q, k, v = (tokens @ W for W in (self.W_query, self.W_key, self.W_value))

        omega = torch.einsum("...ik,...jk->...ij", q, k)
        alpha = torch.softmax(omega / d_k**0.5, dim=-1)
        context = torch.einsum("...ij,...jv->...iv", alpha, v)
        return context.reshape(*leading, T, -1)
