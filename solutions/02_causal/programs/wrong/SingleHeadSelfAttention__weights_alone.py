# wrong: returns the weights alone, without out | family: shape | level: core
class SingleHeadSelfAttention(SingleHeadSelfAttention):
    def forward(self, x):
        return super().forward(x)[1]
