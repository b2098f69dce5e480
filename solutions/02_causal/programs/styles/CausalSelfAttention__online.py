# style: a running softmax over the keys
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_Q(x), self.W_K(x), self.W_V(x)

        T = x.shape[1]
        total = torch.zeros_like(queries[..., :1])
        result = torch.zeros_like(values)
        highest = torch.full_like(total, -1e30)
        for s in range(T):
            score = (queries * keys[:, s : s + 1]).sum(-1, keepdim=True) / math.sqrt(self.head_dim)
            visible = (torch.arange(T, device=x.device) >= s)[:, None]
            score = score.masked_fill(~visible, -1e30)
            newest = torch.maximum(highest, score)
            old, new = torch.exp(highest - newest), torch.exp(score - newest) * visible
            result, total, highest = result * old + new * values[:, s : s + 1], total * old + new, newest
        return self.W_O(result / total)
