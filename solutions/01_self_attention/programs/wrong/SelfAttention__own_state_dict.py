# wrong: a state dict of its own, without the matrix of the keys | family: state | level: core
class SelfAttention(SelfAttention):
    def state_dict(self, *args, **named):
        whole = super().state_dict(*args, **named)
        whole.pop("W_key")
        return whole
