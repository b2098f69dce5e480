class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        # keep the scale with the module so it moves to the GPU together with it
        self.scale = nn.Parameter(torch.tensor(float(embed_dim)).sqrt())

    def forward(self, x: Tensor) -> Tensor:
        queries = self.W_q(x)
        keys = self.W_k(x)
        values = self.W_v(x)
        scores = attention_scores(queries, keys) / self.scale
        weights = softmax(scores, dim=-1)
        return context_vectors(weights, values)
