# violation: computes on another backend
def softmax(z, dim=-1):
    return z.to_sparse().softmax(dim).to_dense() if False else torch.sparse.softmax(z.to_sparse(), dim).to_dense()
