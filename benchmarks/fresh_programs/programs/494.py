class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, f"{d_model} is not a multiple of {num_heads}"
        self.h, self.dh, self.causal = num_heads, d_model // num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape

        def heads(t):
            return t.view(B, T, self.h, self.dh).transpose(1, 2)

        q, k, v = heads(self.W_Q(x)), heads(self.W_K(x)), heads(self.W_V(x))
        s = q @ k.transpose(2, 3) / self.dh**0.5
        if self.causal:
            pos = torch.arange(T, device=x.device)
            s = s.masked_fill(pos > pos[:, None], float("-inf"))
        y = torch.softmax(s, dim=-1) @ v
        return self.W_O(y.reshape(B, T, C))
