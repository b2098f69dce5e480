class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads:
            raise ValueError("cannot cut %d columns into %d heads" % (d_model, num_heads))
        self.h = num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        Q, K, V = (split_heads(W(x), self.h) for W in (self.W_Q, self.W_K, self.W_V))
        S = Q @ K.mT / math.sqrt(K.size(-1))
        if self.causal:
            S = S * torch.ones_like(S).tril()  # the future disappears
        A = S.softmax(-1)
        return self.W_O(merge_heads(A @ V))
