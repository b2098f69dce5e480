import torch.nn.functional as F


class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model, d_k, dropout=0.0, trace_shapes=False):
        super().__init__()
        self.d_k = d_k
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.trace_shapes = trace_shapes

    def forward(self, x):
        q, k, v = (layer(x) for layer in (self.q, self.k, self.v))
        att = masked_softmax(torch.einsum("bid,bjd->bij", q, k), self.d_k)
        att = F.dropout(att, p=self.dropout.p)
        out = torch.einsum("bij,bjd->bid", att, v)
        if self.trace_shapes:
            print(f"q {tuple(q.shape)} k {tuple(k.shape)} v {tuple(v.shape)}")
            print(f"weights {tuple(att.shape)} out {tuple(out.shape)}")
        return out, att
