# style: sentence by sentence
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        outs = []
        for sentence in x:
            queries, keys, values = self.W_Q(sentence), self.W_K(sentence), self.W_V(sentence)
            outs.append(masked_softmax(queries @ keys.T, self.head_dim) @ values)
        return self.W_O(torch.stack(outs))
