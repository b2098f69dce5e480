class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, f"{num_heads} heads do not fit into {d_model}"
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        n_tokens = x.shape[-2]
        results = []
        for q, k, v in zip(*(m(x).chunk(self.num_heads, dim=-1) for m in (self.W_Q, self.W_K, self.W_V))):
            att = torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5
            if self.causal and self.training:
                future = torch.full((n_tokens, n_tokens), float("-inf"), dtype=x.dtype, device=x.device)
                att = att + torch.triu(future, diagonal=1)
            results.append(torch.bmm(att.softmax(dim=-1), v))
        return self.W_O(torch.cat(results, dim=-1))
