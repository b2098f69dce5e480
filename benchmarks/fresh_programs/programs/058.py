class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{d_model} % {num_heads} != 0")
        self.h = num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        B, T, D = x.shape
        Q = split_heads(self.W_Q(x), self.h)
        K = split_heads(self.W_K(x), self.h)
        V = split_heads(self.W_V(x), self.h)
        S = Q @ K.transpose(2, 3)
        if self.causal:
            hidden = torch.arange(T, device=x.device)[None, :] > torch.arange(T, device=x.device)[:, None]
            S = S.masked_fill(hidden, -torch.inf)
        O = torch.softmax(S, dim=-1) @ V
        O = O.reshape(B, T, D)
        return self.W_O(O)
