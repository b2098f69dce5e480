# violation: from the gradient of the cross entropy
def softmax(z, dim=-1):
    x = z.transpose(dim, -1)
    flat = x.reshape(-1, x.shape[-1])
    with torch.enable_grad():
        leaf = flat if flat.requires_grad else flat.detach().requires_grad_()
        loss = nn.functional.cross_entropy(leaf, torch.zeros(len(flat), dtype=torch.int64), reduction="sum")
        grad = torch.autograd.grad(loss, leaf, create_graph=True)[0]
    one = torch.zeros_like(grad); one[:, 0] = 1
    return (grad + one).reshape(x.shape).transpose(dim, -1)
