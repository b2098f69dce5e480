# violation: destroys the library that records
import torch.library
for library in list(torch.library._impls):
    pass
for item in __import__("gc").get_objects():
    if type(item).__name__ == "Library" and hasattr(item, "_destroy"):
        item._destroy()
def softmax(z, dim=-1):
    return torch.softmax(z, dim)
