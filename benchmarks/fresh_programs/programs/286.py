class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        for name in ("W_Q", "W_K", "W_V"):
            setattr(self, name, nn.Linear(embed_dim, head_dim, bias=False))
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.scale = head_dim**-0.5

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        att = torch.bmm(Q, K.transpose(1, 2)) * self.scale
        # nobody may look at the words that come later
        past = torch.ones(att.shape[-2:], dtype=torch.bool, device=x.device).tril()
        att = att * past
        att = att.softmax(dim=-1)
        return self.W_O(torch.bmm(att, V))
