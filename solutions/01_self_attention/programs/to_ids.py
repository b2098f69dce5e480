# Wrong and right programs of to_ids; docs/reference/programs.md describes the form.

# %% checked_first | right
# unknown tokens are looked for first
from collections.abc import Mapping, Sequence


def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    unknown = [token for token in tokens if token not in vocab]
    if unknown:
        raise KeyError(f"not in the vocabulary: {unknown}")
    return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)

# %% map | right
# map and LongTensor
from collections.abc import Mapping, Sequence
#-     return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)
#+     return torch.LongTensor(list(map(vocab.__getitem__, tokens)))

# %% numpy_right | right
# through numpy
import numpy as np
from collections.abc import Mapping, Sequence
#-     return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)
#+     return torch.from_numpy(np.array([vocab[token] for token in tokens], dtype=np.int64))

# %% reraised | right
# try and except
from collections.abc import Mapping, Sequence


def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    ids = torch.empty(len(tokens), dtype=torch.int64)
    for place, token in enumerate(tokens):
        try:
            ids[place] = vocab[token]
        except KeyError:
            raise KeyError(f"{token!r} is no word of the vocabulary") from None
    return ids

# %% stack | right
# stacked scalars
from collections.abc import Mapping, Sequence
#-     return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)
#+     return torch.stack([torch.tensor(vocab[token]) for token in tokens])

# %% subclass | right
# a KeyError of its own
from collections.abc import Mapping, Sequence


def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    class UnknownTokenError(KeyError):
        pass

    ids = []
    for token in tokens:
        number = vocab.get(token)
        if number is None:
            raise UnknownTokenError(token)
        ids.append(number)
    return torch.as_tensor(ids)

# %% float | wrong | dtype | core | mistake: ids-not-int64
# float ids
def to_ids(tokens, vocab) -> Tensor:
    return torch.Tensor([vocab[token] for token in tokens])

# %% int32 | wrong | dtype | robustness | mistake: ids-not-int64
# int32 ids
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] for token in tokens], dtype=torch.int32)

# %% batched | wrong | shape | core | mistake: extra-dimension
# an extra dimension
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([[vocab[token] for token in tokens]])

# %% column | wrong | shape | core | mistake: extra-dimension
# a column instead of a vector
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([[vocab[token]] for token in tokens])

# %% list | wrong | shape | core | mistake: list-for-tensor
# a list
def to_ids(tokens, vocab) -> Tensor:
    return [vocab[token] for token in tokens]

# %% numpy | wrong | shape | core | mistake: numpy-for-tensor
# a numpy array
import numpy as np


def to_ids(tokens, vocab) -> Tensor:
    return np.array([vocab[token] for token in tokens])

# %% one_hot | wrong | shape | core | mistake: one-hot-ids
# one-hot rows
def to_ids(tokens, vocab) -> Tensor:
    return nn.functional.one_hot(torch.tensor([vocab[token] for token in tokens]), max(vocab.values()) + 1)

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def to_ids(words, vocabulary):
    return torch.tensor([vocabulary[word] for word in words], dtype=torch.long)

# %% squeeze | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# a single token loses its dimension
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] for token in tokens]).squeeze()

# %% adds_padding | wrong | state | robustness | mistake: input-changed-in-place | public: results
# adds a padding token to the vocabulary
def to_ids(tokens, vocab):
    vocab.setdefault("<pad>", 0)
    return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)

# %% string_only | wrong | state | robustness | mistake: lists-only | public: sizes
# list method used, tuples fail
def to_ids(tokens, vocab) -> Tensor:
    tokens = tokens.copy()
    return torch.tensor([vocab[token] for token in tokens])

# %% takes_tokens_out | wrong | state | robustness | mistake: input-changed-in-place
# takes the tokens out of the list
def to_ids(tokens, vocab):
    queue = tokens if isinstance(tokens, list) else list(tokens)
    ids = []
    while queue:
        ids.append(vocab[queue.pop(0)])
    return torch.tensor(ids, dtype=torch.long)

# %% clamped | wrong | vocabulary | core | mistake: ids-clamped
# ids held below the number of words
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] for token in tokens]).clamp(max=len(vocab) - 1)

# %% first_hundred | wrong | vocabulary | core | mistake: length-cut-off
# a hundred tokens at most
def to_ids(tokens, vocab):
    return torch.tensor([vocab[token] for token in tokens][:100], dtype=torch.long)

# %% index_error | wrong | vocabulary | core | mistake: other-exception
# a ValueError in place of a KeyError
def to_ids(tokens, vocab) -> Tensor:
    words, numbers = list(vocab.keys()), list(vocab.values())
    return torch.tensor([numbers[words.index(token)] for token in tokens])

# %% key_error_without_name | wrong | vocabulary | core | mistake: other-exception
# the exception does not say which token
def to_ids(tokens, vocab) -> Tensor:
    if not set(tokens) <= set(vocab):
        raise KeyError("unknown token")
    return torch.tensor([vocab[token] for token in tokens])

# %% lower | wrong | vocabulary | core | mistake: tokens-changed
# tokens are lowered
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token.lower()] for token in tokens])

# %% lower_fallback | wrong | vocabulary | core | mistake: tokens-changed
# falls back to lower case
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] if token in vocab else vocab[token.lower()] for token in tokens])

# %% order_of_vocab | wrong | vocabulary | core | mistake: places-for-ids
# places of the words in the dictionary
def to_ids(tokens, vocab) -> Tensor:
    words = list(vocab)
    if any(token not in vocab for token in tokens):
        raise KeyError(str(tokens))
    return torch.tensor([words.index(token) for token in tokens])

# %% positions | wrong | vocabulary | core | mistake: places-for-ids
# positions in the sentence instead of ids
def to_ids(tokens, vocab) -> Tensor:
    return torch.arange(len(tokens)) + 0 * torch.tensor([vocab[token] for token in tokens])

# %% prints_and_returns | wrong | vocabulary | core | mistake: unknown-accepted
# catches the exception and prints it
def to_ids(tokens, vocab) -> Tensor:
    try:
        return torch.tensor([vocab[token] for token in tokens])
    except KeyError as error:
        print("unknown token", error)

# %% sorted | wrong | vocabulary | core | mistake: ids-reordered
# the ids are sorted
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor(sorted(vocab[token] for token in tokens))

# %% strip_fallback | wrong | vocabulary | core | mistake: tokens-changed
# falls back to the word without punctuation
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] if token in vocab else vocab[token.strip(",.")] for token in tokens])

# %% stripped | wrong | vocabulary | core | mistake: tokens-changed
# white space around a token is ignored
def to_ids(tokens, vocab):
    return torch.tensor([vocab[t.strip()] for t in tokens], dtype=torch.long)

# %% unique | wrong | vocabulary | core | mistake: repeats-left-out
# each id once
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] for token in dict.fromkeys(tokens)])

# %% unknown_added | wrong | vocabulary | core | mistake: unknown-accepted
# unknown tokens are added to the vocabulary
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab.setdefault(token, len(vocab)) for token in tokens])

# %% unknown_minus_one | wrong | vocabulary | core | mistake: unknown-accepted
# unknown tokens become -1
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab.get(token, -1) for token in tokens])

# %% unknown_skipped | wrong | vocabulary | core | mistake: unknown-accepted
# unknown tokens are left out
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] for token in tokens if token in vocab])

# %% unknown_zero | wrong | vocabulary | core | mistake: unknown-accepted
# unknown tokens become 0
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab.get(token, 0) for token in tokens])

# %% value_error | wrong | vocabulary | core | mistake: other-exception
# another exception
def to_ids(tokens, vocab) -> Tensor:
    if any(token not in vocab for token in tokens):
        raise ValueError(f"unknown: {tokens}")
    return torch.tensor([vocab[token] for token in tokens])

# %% vocab_filter | wrong | vocabulary | core | mistake: ids-reordered
# in the order of the vocabulary, not of the tokens
def to_ids(tokens, vocab) -> Tensor:
    if not set(tokens) <= set(vocab):
        raise KeyError(*set(tokens) - set(vocab))
    return torch.tensor([number for word, number in vocab.items() if word in tokens])
