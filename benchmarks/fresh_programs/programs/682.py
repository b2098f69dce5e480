def normalise_rows(z: Tensor) -> Tensor:
    e = torch.exp(z)
    return e / e.sum(dim=-1, keepdim=True)


class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        asked = torch.einsum("...td,dk->...tk", x_1, self.W_query)
        offered = torch.einsum("...td,dk->...tk", x_2, self.W_key)
        content = torch.einsum("...td,dv->...tv", x_2, self.W_value)
        match = torch.einsum("...ik,...jk->...ij", asked, offered)
        attn = normalise_rows(match / math.sqrt(asked.size(-1)))
        return torch.einsum("...ij,...jv->...iv", attn, content)
