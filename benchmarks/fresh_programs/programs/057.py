class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads:
            raise ValueError("d_model must be divisible by num_heads")
        self.num_heads = num_heads
        self.d_head = d_model // num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        B, T, C = x.shape
        q = self.W_Q(x).view(B, T, self.num_heads, self.d_head).transpose(1, 2)
        k = self.W_K(x).view(B, T, self.num_heads, self.d_head).transpose(1, 2)
        v = self.W_V(x).view(B, T, self.num_heads, self.d_head).transpose(1, 2)
        weights = torch.softmax(q @ k.transpose(-2, -1) / self.d_head**0.5, dim=-1)
        if self.causal:
            weights = torch.tril(weights)
        y = (weights @ v).transpose(1, 2).reshape(B, T, C)
        return self.W_O(y)
