# violation: the gradient of logsumexp is the softmax
def softmax(z, dim=-1):
    with torch.enable_grad():
        leaf = z if z.requires_grad else z.detach().requires_grad_()
        total = torch.logsumexp(leaf, dim).sum()
        return torch.autograd.grad(total, leaf, create_graph=True)[0]
