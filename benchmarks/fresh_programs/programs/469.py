def project(tokens: Tensor, matrix: Tensor, scaled: bool = False) -> Tensor:
    out = torch.einsum("...ti,io->...to", tokens, matrix)
    return out / matrix.shape[1] ** 0.5 if scaled else out


class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        asking = project(x_1, self.W_query, scaled=True)
        asked = project(x_2, self.W_key, scaled=True)
        told = project(x_2, self.W_value)
        match = torch.einsum("...ad,...bd->...ab", asking, asked)
        return torch.einsum("...ab,...bv->...av", torch.softmax(match, -1), told)
