class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def project(self, x, matrix):
        return torch.matmul(x, matrix)

    def forward(self, x: Tensor) -> Tensor:
        root = math.sqrt(self.d_out_kq)
        q = self.project(x, self.W_query) / root
        k = self.project(x, self.W_query) / root
        v = self.project(x, self.W_value)
        sim = torch.matmul(q, k.mT)
        alpha = torch.exp(sim - sim.amax(-1, keepdim=True))
        alpha = alpha / alpha.sum(-1, keepdim=True)
        return torch.matmul(alpha, v)
