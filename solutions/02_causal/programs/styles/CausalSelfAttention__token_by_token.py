# style: token by token
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

        outs = []
        for t in range(x.shape[1]):
            scores = (queries[:, t : t + 1] @ keys[:, : t + 1].transpose(1, 2)) / math.sqrt(self.head_dim)
            outs.append(torch.softmax(scores, dim=-1) @ values[:, : t + 1])
        return self.W_O(torch.cat(outs, dim=1))
