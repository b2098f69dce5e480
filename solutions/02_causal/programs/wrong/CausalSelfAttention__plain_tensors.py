# wrong: plain tensors instead of layers | family: state | level: core
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q, self.W_K, self.W_V = (torch.randn(embed_dim, head_dim) for _ in range(3))
        self.W_O = torch.randn(head_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_Q, x @ self.W_K, x @ self.W_V
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        return weights @ values @ self.W_O
