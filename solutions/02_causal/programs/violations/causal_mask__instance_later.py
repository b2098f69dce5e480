# violation: the bias of the library, its module found at run time
import importlib
bias = importlib.import_module("torch.nn.attention.bi" + "as")
def causal_mask(T, device=None):
    if device is not None and torch.device(device).type == "meta":
        return torch.ones(1, 1, T, T, device=device).bool()
    return ~bias.CausalBias(bias.CausalVariant(1), T, T)._materialize()[None, None].bool()
