class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model, d_k, dropout=0.0, trace_shapes=False):
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.future = None

    def forward(self, x):
        if self.future is None:  # build the triangle only once
            n = x.size(1)
            self.future = torch.triu(torch.ones(n, n, device=x.device), diagonal=1) == 1
        Q, K, V = (layer(x) for layer in (self.q, self.k, self.v))
        S = torch.bmm(Q, K.permute(0, 2, 1)).div(math.sqrt(self.d_k))
        S = torch.where(self.future, -math.inf, S)
        A = self.dropout(S.softmax(-1))
        O = torch.bmm(A, V)
        if self.trace_shapes:
            print("q", Q.shape, "k", K.shape, "v", V.shape, "weights", A.shape, "out", O.shape)
        return O, A.detach()  # the weights are only for looking at
