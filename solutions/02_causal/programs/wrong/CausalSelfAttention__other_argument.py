# wrong: parameters have other names | family: vocabulary | level: robustness
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.head_dim = head_dim = d_head
        self.W_Q = nn.Linear(d_model, head_dim, bias=False)
        self.W_K = nn.Linear(d_model, head_dim, bias=False)
        self.W_V = nn.Linear(d_model, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        return self.W_O(weights @ values)
