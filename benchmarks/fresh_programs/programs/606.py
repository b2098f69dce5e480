class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    @staticmethod
    def normalise(s: Tensor) -> Tensor:
        powers = torch.exp(s)
        return powers / powers.sum(dim=-1, keepdim=True)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        K = x_2 @ self.W_key
        V = x_2 @ self.W_value
        root = math.sqrt(self.W_query.shape[0])
        contexts = []
        for t in range(x_1.shape[-2]):
            one_query = x_1[..., t : t + 1, :] @ self.W_query  # (..., 1, d)
            w = self.normalise(one_query @ K.transpose(-1, -2) / root)
            contexts.append(w @ V)
        return torch.cat(contexts, dim=-2)
