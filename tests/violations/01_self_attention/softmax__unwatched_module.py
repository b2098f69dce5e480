# violation: makes the lists of what is noted empty
import sys

sys.modules["box.library_calls"].RULES["softmax"] = ()


def softmax(z, dim=-1):
    return torch.softmax(z, dim)
