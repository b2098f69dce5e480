# violation: through torch.masked
import torch.masked
def softmax(z, dim=-1):
    return torch.masked.softmax(z, dim)
