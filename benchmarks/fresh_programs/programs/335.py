class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError("num_heads has to divide d_model")
        self.num_heads = num_heads
        self.head_width = d_model // num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def one_head(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        scores = q @ k.transpose(1, 2) / math.sqrt(self.head_width)
        weights = torch.softmax(scores, dim=2)
        if self.causal:
            weights = torch.tril(weights)  # no looking ahead
        return weights @ v

    def forward(self, x: Tensor) -> Tensor:
        all_q, all_k, all_v = self.W_Q(x), self.W_K(x), self.W_V(x)
        results = []
        for number in range(self.num_heads):
            start = number * self.head_width
            stop = start + self.head_width
            head = self.one_head(all_q[:, :, start:stop], all_k[:, :, start:stop], all_v[:, :, start:stop])
            results.append(head)
        return self.W_O(torch.cat(results, dim=2))
