# violation: makes the lists of what is noted empty
import sys

sys.modules["guest.library_calls"].IMPORTED_LATER.clear()


def softmax(z, dim=-1):
    return torch.softmax(z, dim)
