class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.d_model = d_model
        self.head_width = d_model // num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def one_head(self, q, k, v):
        # q, k, v: (B, T, head_width)
        e = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(self.d_model)
        if self.causal:
            T = e.shape[-1]
            no_peeking = torch.full((T, T), float("-inf"), device=e.device, dtype=e.dtype).triu(1)
            e = e + no_peeking
        return torch.bmm(torch.softmax(e, dim=-1), v)

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        outs = []
        for i in range(self.num_heads):
            cols = slice(i * self.head_width, (i + 1) * self.head_width)
            outs.append(self.one_head(Q[:, :, cols], K[:, :, cols], V[:, :, cols]))
        return self.W_O(torch.cat(outs, dim=-1))
