# violation: takes the watcher's memory away
from box import forbidden as module

module._remember = print


def softmax(z, dim=-1):
    return torch.softmax(z, dim)
