# violation: the private function behind it
from torch.nn.modules import transformer


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return transformer._generate_square_subsequent_mask(T, device=device)
