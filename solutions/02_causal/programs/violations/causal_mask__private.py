# violation: the private function behind it
from torch.nn.modules.transformer import _generate_square_subsequent_mask


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.isinf(_generate_square_subsequent_mask(T, device=device))[None, None]
