class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, f"d_model={d_model} is no multiple of num_heads={num_heads}"
        self.n_head = num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        b, t, c = x.shape
        shape = (b, t, self.n_head, c // self.n_head)
        q = self.W_Q(x).view(shape)
        k = self.W_K(x).view(shape)
        v = self.W_V(x).view(shape)

        logits = torch.einsum("bihd,bjhd->bhij", q, k) / math.sqrt(shape[-1])
        probs = nn.functional.softmax(logits, dim=-1)
        if self.causal:
            probs = probs.tril()

        y = torch.einsum("bhij,bjhd->bihd", probs, v)
        return self.W_O(y.reshape(b, t, c))
