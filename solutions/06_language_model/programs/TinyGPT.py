# Wrong and right programs of TinyGPT; docs/reference/programs.md describes the form.

# %% linear | right
# F.linear for the last product
#-         return x @ self.token_embedding.weight.T
#+         return nn.functional.linear(x, self.token_embedding.weight)

# %% einsum | right
# einsum for the last product
#-         return x @ self.token_embedding.weight.T
#+         return torch.einsum("btd,vd->btv", x, self.token_embedding.weight)

# %% rows | right
# the first rows of the position table
#-         positions = torch.arange(length, device=ids.device)
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         x = self.token_embedding(ids) + self.position_embedding.weight[:length]

# %% tied_head | right
# a last layer that has the token table as its weight
#-         self.norm = LayerNorm(d_model)
#+         self.norm = LayerNorm(d_model)
#+         self.head = nn.Linear(d_model, vocab_size, bias=False)
#+         self.head.weight = self.token_embedding.weight

#-         return x @ self.token_embedding.weight.T
#+         return self.head(x)

# %% sequential | right
# the blocks one after the other in nn.Sequential
#-         self.blocks = nn.ModuleList(TransformerBlock(d_model, num_heads, d_hidden) for _ in range(num_layers))
#+         self.blocks = nn.Sequential(*(TransformerBlock(d_model, num_heads, d_hidden) for _ in range(num_layers)))

#-         for block in self.blocks:
#-             x = block(x)
#+         x = self.blocks(x)

# %% lookup_by_rows | right
# rows of the tables instead of a call
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         x = self.token_embedding.weight[ids] + self.position_embedding.weight[positions]

# %% table_size | right
# the size of the position table is the limit
#-         length = ids.shape[1]
#-         if length > self.max_tokens:
#-             raise ValueError(f"a text of {length} tokens is longer than max_tokens = {self.max_tokens}")
#+         length = ids.size(-1)
#+         if length > self.position_embedding.num_embeddings:
#+             raise ValueError(f"{length} tokens, at most {self.max_tokens}")

# %% no_positions | wrong | values | core | mistake: positions-unused
# positions are left out
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         x = self.token_embedding(ids) + 0 * self.position_embedding(positions)

# %% positions_multiplied | wrong | values | core | mistake: positions-multiplied
# tokens times positions
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         x = self.token_embedding(ids) * self.position_embedding(positions)

# %% positions_from_one | wrong | values | core | mistake: positions-from-one
# positions from 1
#-         positions = torch.arange(length, device=ids.device)
#+         positions = (torch.arange(length, device=ids.device) + 1) % self.max_tokens

# %% positions_reversed | wrong | values | core | mistake: positions-reversed
# the last position first
#-         positions = torch.arange(length, device=ids.device)
#+         positions = torch.arange(length - 1, -1, -1, device=ids.device)

# %% last_rows | wrong | values | core | mistake: positions-from-end
# the last rows of the table
#-         positions = torch.arange(length, device=ids.device)
#+         positions = torch.arange(self.max_tokens - length, self.max_tokens, device=ids.device)

# %% one_position | wrong | values | core | mistake: positions-alike
# the same position for all tokens
#-         positions = torch.arange(length, device=ids.device)
#+         positions = torch.zeros(length, dtype=torch.int64, device=ids.device)

# %% positions_by_text | wrong | axis | core | mistake: positions-by-text
# a position for each text
#-         positions = torch.arange(length, device=ids.device)
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         positions = torch.arange(len(ids), device=ids.device) % self.max_tokens
#+         x = self.token_embedding(ids) + self.position_embedding(positions)[:, None]

# %% positions_by_id | wrong | values | core | mistake: positions-of-ids
# the position of an id is the id
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         x = self.token_embedding(ids) + self.position_embedding(ids % self.max_tokens)

# %% sinusoidal | wrong | values | core | mistake: positions-unused
# waves instead of the table
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         waves = sinusoidal_positions(length, self.token_embedding.embedding_dim, ids.device)
#+         x = self.token_embedding(ids) + waves.to(self.norm.weight.dtype) + 0 * self.position_embedding(positions)

# %% scaled_by_root | wrong | scale | core | mistake: embedding-scaled
# token vectors times the root of the width
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         x = self.token_embedding(ids) * math.sqrt(self.token_embedding.embedding_dim) + self.position_embedding(positions)

# %% no_blocks | wrong | values | core | mistake: blocks-left-out
# no block
#-             x = block(x)
#+             x = x + 0 * block(x)

# %% first_block_only | wrong | values | core | mistake: blocks-left-out
# only the first block
#-         for block in self.blocks:
#-             x = block(x)
#+         for block in list(self.blocks)[:1]:
#+             x = block(x)

# %% last_block_missing | wrong | values | core | mistake: blocks-left-out
# the last block is left out
#-         for block in self.blocks:
#-             x = block(x)
#+         for block in list(self.blocks)[:-1]:
#+             x = block(x)

# %% blocks_reversed | wrong | values | core | mistake: blocks-reversed
# the last block first
#-         for block in self.blocks:
#+         for block in reversed(self.blocks):

# %% blocks_twice | wrong | values | core | mistake: blocks-twice
# each block twice
#-             x = block(x)
#+             x = block(block(x))

# %% first_block_for_all | wrong | values | core | mistake: block-for-all
# the first block for all
#-         for block in self.blocks:
#-             x = block(x)
#+         for _ in self.blocks:
#+             x = self.blocks[0](x)

# %% blocks_side_by_side | wrong | values | core | mistake: blocks-side-by-side
# all blocks read the embedding
#-         for block in self.blocks:
#-             x = block(x)
#+         start = x
#+         for block in self.blocks:
#+             x = x + block(start) - start

# %% embedding_added_again | wrong | values | core | mistake: residual-twice
# the embedding is added again to what a block gives
#-         for block in self.blocks:
#-             x = block(x)
#+         start = x
#+         for block in self.blocks:
#+             x = block(x) + start

# %% shared_block | wrong | state | core | mistake: blocks-are-one
# one block in all places
#-         self.blocks = nn.ModuleList(TransformerBlock(d_model, num_heads, d_hidden) for _ in range(num_layers))
#+         block = TransformerBlock(d_model, num_heads, d_hidden)
#+         self.blocks = nn.ModuleList([block] * num_layers)

# %% plain_list | wrong | state | core | mistake: modules-in-list
# blocks in a Python list
#-         self.blocks = nn.ModuleList(TransformerBlock(d_model, num_heads, d_hidden) for _ in range(num_layers))
#+         self.blocks = [TransformerBlock(d_model, num_heads, d_hidden) for _ in range(num_layers)]

# %% no_norm | wrong | normalisation | core | mistake: norm-left-out
# no last norm
#-         x = self.norm(x)
#+         x = x + 0 * self.norm(x)

# %% norm_first | wrong | normalisation | core | mistake: norm-first
# the norm comes before the blocks
#-         for block in self.blocks:
#-             x = block(x)
#-         x = self.norm(x)
#+         x = self.norm(x)
#+         for block in self.blocks:
#+             x = block(x)

# %% norm_each | wrong | normalisation | core | mistake: norm-each
# the last norm after every block
#-             x = block(x)
#-         x = self.norm(x)
#+             x = self.norm(block(x))

# %% norm_of_logits | wrong | normalisation | core | mistake: norm-of-logits
# the logits are normalised
#-         return x @ self.token_embedding.weight.T
#+         return nn.functional.layer_norm(x @ self.token_embedding.weight.T, (self.token_embedding.num_embeddings,))

# %% softmaxed | wrong | normalisation | core | mistake: probabilities-for-logits
# probabilities in place of logits
#-         return x @ self.token_embedding.weight.T
#+         return torch.softmax(x @ self.token_embedding.weight.T, dim=-1)

# %% log_softmaxed | wrong | normalisation | core | mistake: probabilities-for-logits
# logarithms of probabilities
#-         return x @ self.token_embedding.weight.T
#+         return torch.log_softmax(x @ self.token_embedding.weight.T, dim=-1)

# %% own_head | wrong | state | core | mistake: head-of-its-own
# a last matrix of its own
#-         self.norm = LayerNorm(d_model)
#+         self.norm = LayerNorm(d_model)
#+         self.head = nn.Linear(d_model, vocab_size, bias=False)

#-         return x @ self.token_embedding.weight.T
#+         return self.head(x)

# %% head_copied | wrong | state | core | mistake: head-of-its-own
# a last matrix that begins as a copy
#-         self.norm = LayerNorm(d_model)
#+         self.norm = LayerNorm(d_model)
#+         self.head = nn.Linear(d_model, vocab_size, bias=False)
#+         self.head.weight = nn.Parameter(self.token_embedding.weight.detach().clone())

#-         return x @ self.token_embedding.weight.T
#+         return self.head(x)

# %% head_bias | wrong | state | core | mistake: bias-added
# a bias for the logits
#-         self.norm = LayerNorm(d_model)
#+         self.norm = LayerNorm(d_model)
#+         self.bias = nn.Parameter(torch.zeros(vocab_size))

#-         return x @ self.token_embedding.weight.T
#+         return x @ self.token_embedding.weight.T + self.bias

# %% head_detached | wrong | autograd | core | mistake: gradients-cut
# the last product teaches the table nothing
#-         return x @ self.token_embedding.weight.T
#+         return x @ self.token_embedding.weight.T.detach()

# %% embedding_detached | wrong | autograd | core | mistake: gradients-cut
# the first look-up teaches the table nothing
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         x = self.token_embedding(ids).detach() + self.position_embedding(positions)

# %% positions_detached | wrong | autograd | core | mistake: gradients-cut
# positions are not learned
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         x = self.token_embedding(ids) + self.position_embedding(positions).detach()

# %% scaled_logits | wrong | scale | core | mistake: logits-by-root-of-width
# logits divided by the root of the width
#-         return x @ self.token_embedding.weight.T
#+         return x @ self.token_embedding.weight.T / math.sqrt(x.shape[-1])

# %% by_positions | wrong | values | core | mistake: head-of-positions
# the last product with the positions
#-         return x @ self.token_embedding.weight.T
#+         return torch.nn.functional.pad(x @ self.position_embedding.weight.T, (0, 200))[..., : self.token_embedding.num_embeddings]

# %% last_only | wrong | shape | core | mistake: last-token
# only the last position
#-         return x @ self.token_embedding.weight.T
#+         return x[:, -1:] @ self.token_embedding.weight.T

# %% last_alone | wrong | shape | core | mistake: last-token
# only the last position, without an axis for it
#-         return x @ self.token_embedding.weight.T
#+         return x[:, -1] @ self.token_embedding.weight.T

# %% vectors | wrong | shape | core | mistake: vectors-for-logits
# token vectors come back
#-         return x @ self.token_embedding.weight.T
#+         return x

# %% index_error | wrong | state | core | mistake: too-long-not-refused
# no check of the length
#-         if length > self.max_tokens:
#-             raise ValueError(f"a text of {length} tokens is longer than max_tokens = {self.max_tokens}")
#+         assert length >= 0

# %% assertion | wrong | state | core | mistake: too-long-other-exception
# an assertion
#-         if length > self.max_tokens:
#-             raise ValueError(f"a text of {length} tokens is longer than max_tokens = {self.max_tokens}")
#+         assert length <= self.max_tokens

# %% one_too_few | wrong | state | core | mistake: too-long-border
# refuses max_tokens tokens as well
#-         if length > self.max_tokens:
#+         if length >= self.max_tokens:

# %% cut | wrong | shape | core | mistake: too-long-cut
# cuts a long text
#-         length = ids.shape[1]
#-         if length > self.max_tokens:
#-             raise ValueError(f"a text of {length} tokens is longer than max_tokens = {self.max_tokens}")
#+         ids = ids[:, -self.max_tokens :]
#+         length = ids.shape[1]

# %% wraps | wrong | values | core | mistake: too-long-not-refused
# positions begin anew
#-         if length > self.max_tokens:
#-             raise ValueError(f"a text of {length} tokens is longer than max_tokens = {self.max_tokens}")
#-         positions = torch.arange(length, device=ids.device)
#+         positions = torch.arange(length, device=ids.device) % self.max_tokens

# %% start_of_torch | wrong | state | core | mistake: embedding-start
# tables as torch makes them
#-         nn.init.normal_(self.token_embedding.weight, std=0.02)
#-         self.position_embedding = nn.Embedding(max_tokens, d_model)
#-         nn.init.normal_(self.position_embedding.weight, std=0.02)
#+         self.position_embedding = nn.Embedding(max_tokens, d_model)

# %% order | wrong | state | core | mistake: creation-order
# positions before tokens
#-         self.token_embedding = nn.Embedding(vocab_size, d_model)
#-         nn.init.normal_(self.token_embedding.weight, std=0.02)
#-         self.position_embedding = nn.Embedding(max_tokens, d_model)
#-         nn.init.normal_(self.position_embedding.weight, std=0.02)
#+         self.position_embedding = nn.Embedding(max_tokens, d_model)
#+         nn.init.normal_(self.position_embedding.weight, std=0.02)
#+         self.token_embedding = nn.Embedding(vocab_size, d_model)
#+         nn.init.normal_(self.token_embedding.weight, std=0.02)

# %% names | wrong | state | core | mistake: parameter-names
# wte
#-         self.token_embedding = nn.Embedding(vocab_size, d_model)
#-         nn.init.normal_(self.token_embedding.weight, std=0.02)
#+         self.wte = nn.Embedding(vocab_size, d_model)
#+         nn.init.normal_(self.wte.weight, std=0.02)

#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         x = self.wte(ids) + self.position_embedding(positions)

#-         return x @ self.token_embedding.weight.T
#+         return x @ self.wte.weight.T

# %% dropout | wrong | state | core | mistake: dropout-elsewhere | also: random-numbers-drawn
# drops in training mode
#-         x = self.norm(x)
#+         x = nn.functional.dropout(x, 0.1, self.training)
#+         x = self.norm(x)

# %% evaluation | wrong | state | core | mistake: other-in-evaluation
# probabilities in evaluation mode
#-         return x @ self.token_embedding.weight.T
#+         logits = x @ self.token_embedding.weight.T
#+         return logits if self.training else torch.softmax(logits, dim=-1)

# %% kept | wrong | state | core | mistake: first-length-kept | also: gradients-cut
# the positions of the first call are used again
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         if not hasattr(self, "kept"):
#+             self.kept = self.position_embedding(positions).detach()
#+         x = self.token_embedding(ids) + self.kept[:length]

# %% kept_head | wrong | state | core | mistake: first-matrices-kept
# the last matrix of the first call is used again
#-         return x @ self.token_embedding.weight.T
#+         if not hasattr(self, "kept"):
#+             self.kept = self.token_embedding.weight.T.clone()
#+         return x @ self.kept

# %% buffer | wrong | state | core | mistake: buffer-in-state
# positions in the state dict
#-         self.norm = LayerNorm(d_model)
#+         self.norm = LayerNorm(d_model)
#+         self.register_buffer("positions", torch.arange(max_tokens))

# %% cpu | wrong | device | robustness | mistake: tensor-on-cpu
# positions on the CPU
#-         positions = torch.arange(length, device=ids.device)
#-         x = self.token_embedding(ids) + self.position_embedding(positions)
#+         positions = torch.arange(length)
#+         x = self.token_embedding(ids) + self.position_embedding(positions)

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-         return x @ self.token_embedding.weight.T
#+         return (x @ self.token_embedding.weight.T).float()

# %% seeded | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds the generator
#-         self.token_embedding = nn.Embedding(vocab_size, d_model)
#+         torch.manual_seed(0)
#+         self.token_embedding = nn.Embedding(vocab_size, d_model)

# %% clamped_in_place | wrong | state | core | mistake: input-changed-in-place
# changes the ids
#-         length = ids.shape[1]
#+         original = ids.clone()
#+         ids.zero_()
#+         ids, length = original, ids.shape[1]

# %% long_unmasked | wrong | mask | robustness | mistake: long-text-unmasked | public: long
# more than a hundred tokens see all others
#-             x = block(x)
#+             block.attention.causal = length <= 100
#+             x = block(x)

# %% first_150 | wrong | shape | robustness | mistake: length-cut-off | public: long
# logits after the first 150 are lost
#-         return x @ self.token_embedding.weight.T
#+         return (x @ self.token_embedding.weight.T)[:, :150]

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
class TinyGPT(nn.Module):
    def __init__(self, vocabulary: int, width: int, heads: int, inner: int, layers: int, longest: int) -> None:
        super().__init__()
        self.token_embedding = nn.Embedding(vocabulary, width)
        nn.init.normal_(self.token_embedding.weight, std=0.02)
        self.position_embedding = nn.Embedding(longest, width)
        nn.init.normal_(self.position_embedding.weight, std=0.02)
        self.blocks = nn.ModuleList(TransformerBlock(width, heads, inner) for _ in range(layers))
        self.norm = LayerNorm(width)

    def forward(self, tokens: Tensor) -> Tensor:
        if tokens.shape[1] > len(self.position_embedding.weight):
            raise ValueError("the text is too long")
        x = self.token_embedding(tokens) + self.position_embedding.weight[: tokens.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token_embedding.weight.T
