import torch.nn.functional as F


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, embed_dim):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids):
        onehot = F.one_hot(ids).float()
        return onehot @ self.embedding.weight
