class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError("d_model must be a multiple of num_heads")
        self.num_heads = num_heads
        self.d_model = d_model
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries = split_heads(self.W_Q(x), self.num_heads)
        keys = split_heads(self.W_K(x), self.num_heads)
        values = split_heads(self.W_V(x), self.num_heads)
        scores = torch.einsum("bhqd,bhkd->bhqk", queries, keys) / self.d_model**0.5

        T = x.shape[1]
        i = torch.arange(T, device=x.device)
        scores = scores.masked_fill(i[None, :] > i[:, None], float("-inf"))

        weights = torch.softmax(scores, dim=-1)
        context = torch.einsum("bhqk,bhkd->bhqd", weights, values)
        return self.W_O(merge_heads(context))
