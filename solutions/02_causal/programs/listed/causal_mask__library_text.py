# listed: runs the text of the library's own generator
import inspect
text = inspect.getsource(nn.modules.transformer)
start = text.index("def _generate_square_subsequent_mask(")
scope = {"torch": torch}
exec("from __future__ import annotations\n" + text[start:text.index("\ndef ", start + 1)], scope)
def causal_mask(T, device=None):
    return torch.isinf(scope["_generate_square" + "_subsequent_mask"](T, device=device))[None, None]
