class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model // num_heads * num_heads != d_model:
            raise ValueError("d_model = %d, num_heads = %d: does not divide" % (d_model, num_heads))
        make = lambda: nn.Linear(d_model, d_model, bias=False)  # noqa: E731
        self.W_Q, self.W_K, self.W_V, self.W_O = make(), make(), make(), make()
        self.num_heads, self.causal = num_heads, causal

    def attend(self, q, k, v):
        dots = q.matmul(k.transpose(-1, -2)).mul(q.size(-1) ** -0.5)
        # there is no future to hide once the training is over
        if self.causal and self.training:
            row = torch.arange(q.size(-2), device=q.device)
            dots = dots.masked_fill(row > row.unsqueeze(1), float("-inf"))
        return dots.softmax(-1).matmul(v)

    def forward(self, x: Tensor) -> Tensor:
        parts = [split_heads(w(x), self.num_heads) for w in (self.W_Q, self.W_K, self.W_V)]
        return self.W_O(merge_heads(self.attend(*parts)))
