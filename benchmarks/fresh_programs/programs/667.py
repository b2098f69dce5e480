class SingleHeadAttention(nn.Module):
    """One head; each sentence of the batch is handled by itself."""

    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim, bias=False)  # a bias on the keys cancels in the softmax anyway
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def one_sentence(self, tokens):
        s = self.W_q(tokens) @ self.W_k(tokens).T
        w = torch.softmax(s / math.sqrt(self.embed_dim), dim=1)
        return w @ self.W_v(tokens)

    def forward(self, x: Tensor) -> Tensor:
        contexts = [self.one_sentence(sentence) for sentence in x]
        return torch.stack(contexts).squeeze()
