# violation: imported inside
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    import importlib

    return importlib.import_module("torch.nn.functional").softmax(z, dim=dim)
