# violation: the bias of the library, without its functions
from torch.nn.attention.bias import CausalBias, CausalVariant
def causal_mask(T, device=None):
    if device is not None and torch.device(device).type == "meta":
        return torch.ones(1, 1, T, T, device=device).bool()
    return ~CausalBias(CausalVariant(1), T, T)._materialize()[None, None].bool()
