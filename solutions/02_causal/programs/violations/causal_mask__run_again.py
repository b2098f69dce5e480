# violation: the library's file, run a second time
import runpy


def causal_mask(T, device=None):
    again = runpy.run_module("torch.nn.modules.transformer")["Transformer"]
    return torch.isinf(again.generate_square_subsequent_mask(T, device=device))[None, None]
