# Wrong and right programs of TokenEmbedding; docs/reference/programs.md describes the form.

# %% extra_argument | right
# a further parameter with a default
#-     def __init__(self, vocab_size: int, embed_dim: int) -> None:
#+     def __init__(self, vocab_size: int, embed_dim: int, verbose: bool = False) -> None:

# %% from_pretrained | right
# from_pretrained with normal numbers
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding.from_pretrained(torch.randn(vocab_size, embed_dim), freeze=False)

# %% functional | right
# F.embedding on the weight
#-         return self.embedding(ids)
#+         return nn.functional.embedding(ids, self.embedding.weight)

# %% gather | right
# gather from the expanded table
#-         return self.embedding(ids)
#+         table, flat = self.embedding.weight, ids.reshape(-1, 1)
#+         rows = torch.gather(table, 0, flat.expand(-1, table.shape[1]))
#+         return rows.view(*ids.shape, table.shape[1])

# %% index_select | right
# index_select and a reshape
#-         return self.embedding(ids)
#+         rows = self.embedding.weight.index_select(0, ids.reshape(-1))
#+         return rows.reshape(*ids.shape, -1)

# %% indexed | right
# the weight is indexed
#-         return self.embedding(ids)
#+         return self.embedding.weight[ids]

# %% keywords | right
# keyword arguments and sizes kept
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.vocab_size, self.embed_dim = vocab_size, embed_dim
        self.embedding = nn.Embedding(num_embeddings=vocab_size, embedding_dim=embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        out = self.embedding.forward(ids.long())
        assert out.shape == (*ids.shape, self.embed_dim)
        return out

# %% one_hot | right
# one-hot rows times the table
#-         return self.embedding(ids)
#+         table = self.embedding.weight
#+         hot = (ids[..., None] == torch.arange(table.shape[0], device=ids.device)).to(table.dtype)
#+         return hot @ table

# %% by_frequency | wrong | autograd | core | mistake: other-gradients
# gradients divided by frequency
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(vocab_size, embed_dim, scale_grad_by_freq=True)

# %% detached | wrong | autograd | core | mistake: gradients-cut
# the table is not learned
#-         return self.embedding(ids)
#+         return self.embedding(ids).detach()

# %% frozen | wrong | autograd | core | mistake: frozen-parameters
# the table asks for no gradients
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding.weight.requires_grad_(False)

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# looked up without gradients
#-         return self.embedding(ids)
#+         with torch.no_grad():
#+             return self.embedding(ids)

# %% padding | wrong | autograd | core | mistake: padding-row
# id 0 is padding and is not learned
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(vocab_size, embed_dim, padding_idx=0)

# %% plain_tensor | wrong | autograd | core | mistake: plain-tensors
# the table is a plain tensor
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = torch.randn(vocab_size, embed_dim)
#-         return self.embedding(ids)
#+         return self.embedding[ids]

# %% random_lookup | wrong | autograd | core | mistake: table-not-used
# forward looks up in another table
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.rows = torch.randn(vocab_size, embed_dim)
#-         return self.embedding(ids)
#+         return self.rows[ids]

# %% cpu | wrong | device | robustness | mistake: moved-to-cpu
# always on the CPU
#-         return self.embedding(ids)
#+         return torch.stack([self.embedding(i.cpu()) for i in ids.cpu()]) if ids.dim() else self.embedding(ids)

# %% float_result | wrong | dtype | robustness | mistake: result-float32
# always float32
#-         return self.embedding(ids)
#+         return self.embedding(ids).float()

# %% normalised | wrong | normalisation | core | mistake: vectors-normalised
# vectors of length 1
#-         return self.embedding(ids)
#+         return nn.functional.normalize(self.embedding(ids), dim=-1)

# %% extra_projection | wrong | projection | core | mistake: layer-behind-table
# a projection behind the table
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.out = nn.Linear(embed_dim, embed_dim)
#-         return self.embedding(ids)
#+         return self.out(self.embedding(ids))

# %% linear | wrong | projection | core | mistake: layer-for-table
# a linear layer on one-hot vectors
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Linear(vocab_size, embed_dim)
#-         return self.embedding(ids)
#+         return self.embedding(nn.functional.one_hot(ids, self.embedding.in_features).float())

# %% scaled | wrong | scale | core | mistake: vectors-scaled
# scaled by sqrt(embed_dim)
#-         return self.embedding(ids)
#+         return self.embedding(ids) * self.embedding.embedding_dim**0.5

# %% first_sequence | wrong | shape | core | mistake: first-of-batch
# only the first sequence
#-         return self.embedding(ids)
#+         return self.embedding(ids[0] if ids.dim() > 1 else ids)

# %% flattened | wrong | shape | core | mistake: dimensions-flattened
# leading dimensions are lost
#-         return self.embedding(ids)
#+         return self.embedding(ids.flatten())

# %% mean | wrong | shape | core | mistake: vectors-averaged
# the mean over the tokens
#-         return self.embedding(ids)
#+         return self.embedding(ids).mean(-2)

# %% not_called | wrong | shape | core | mistake: not-called | also: no-gradient-flows
# returns the layer
#-         return self.embedding(ids)
#+         return self.embedding

# %% one_more_row | wrong | shape | core | mistake: table-sizes
# one row too many
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(vocab_size + 1, embed_dim)

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
class TokenEmbedding(nn.Module):
    def __init__(self, rows: int, width: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(rows, width)

    def forward(self, numbers: Tensor) -> Tensor:
        return self.embedding(numbers)

# %% squeeze | wrong | shape | core | mistake: size-one-squeezed
# dimensions of size one are lost
#-         return self.embedding(ids)
#+         return self.embedding(ids).squeeze()

# %% squeezed | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# a width of one is lost
#-         return self.embedding(ids)
#+         return self.embedding(ids).squeeze(-1)

# %% swapped | wrong | shape | core | mistake: table-sizes
# sizes in the wrong order
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(embed_dim, vocab_size)

# %% buffer_of_a_call | wrong | state | robustness | mistake: buffer-in-state
# a call adds a buffer to the state dict
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        self.register_buffer("last_ids", ids)
        return self.embedding(ids)

# %% extra_buffer | wrong | state | core | mistake: buffer-in-state
# the state dict gains a buffer
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.register_buffer("size", torch.tensor(vocab_size))

# %% in_place | wrong | state | core | mistake: input-changed-in-place
# the ids are clamped in place
#-         return self.embedding(ids)
#+         return self.embedding(ids.clamp_(0, 4))

# %% leaves_evaluation | wrong | state | robustness | mistake: mode-changed
# a call switches to evaluation
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        self.eval()
        return self.embedding(ids)

# %% no_super | wrong | state | core | mistake: super-init-missing
# super().__init__() is missing
#-         super().__init__()

# %% other_name | wrong | state | core | mistake: parameter-names
# another attribute
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.table = nn.Embedding(vocab_size, embed_dim)
#-         return self.embedding(ids)
#+         return self.table(ids)

# %% seeded | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds the generator
#-         super().__init__()
#+         super().__init__()
#+         torch.manual_seed(123)

# %% bag | wrong | values | core | mistake: vectors-averaged
# a bag of words
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.EmbeddingBag(vocab_size, embed_dim)

# %% dropout | wrong | values | core | mistake: dropout-added
# dropout after the lookup
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.dropout = nn.Dropout(0.1)
#-         return self.embedding(ids)
#+         return self.dropout(self.embedding(ids))

# %% max_norm | wrong | values | core | mistake: long-rows-cut
# rows are cut to a largest length
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(vocab_size, embed_dim, max_norm=1.0)

# %% off_by_one | wrong | values | core | mistake: neighbouring-row
# the row before that of the id
#-         return self.embedding(ids)
#+         return self.embedding((ids - 1).clamp(min=0))

# %% positions | wrong | values | core | mistake: positions-added
# positions are added
#-         return self.embedding(ids)
#+         return self.embedding(ids) + torch.arange(ids.shape[-1] if ids.dim() else 1)[..., None]

# %% table_returned | wrong | values | core | mistake: table-returned
# the whole table is returned
#-         return self.embedding(ids)
#+         return self.embedding.weight

# %% transposed | wrong | values | core | mistake: vectors-transposed
# columns of the table instead of rows
#-         return self.embedding(ids)
#+         return self.embedding(ids).transpose(-1, -2)

# %% uniform | wrong | values | robustness | mistake: other-distribution
# the table is drawn again
#-         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         self.embedding = nn.Embedding(vocab_size, embed_dim)
#+         nn.init.uniform_(self.embedding.weight)
