# attack: an object that says it is a Tensor | score: 0 | ledger: none
class Pretender:
    @property
    def __class__(self):
        return Tensor


def split_heads(x, num_heads):
    return Pretender()
