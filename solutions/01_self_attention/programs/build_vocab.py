# Wrong and right programs of build_vocab; docs/reference/programs.md describes the form.

# %% defaultdict | right
# a defaultdict that counts itself
from collections import defaultdict


def build_vocab(sentence: str) -> dict[str, int]:
    vocab = defaultdict(lambda: len(vocab))
    for word in sorted(sentence.replace(",", "").split()):
        vocab[word]
    return dict(vocab)

# %% loop | right
# a loop and a growing dictionary
def build_vocab(sentence: str) -> dict[str, int]:
    vocab = {}
    for word in sorted(set(sentence.replace(",", "").split())):
        vocab[word] = len(vocab)
    return vocab

# %% numpy_unique | right
# numpy finds the unique words
import numpy as np


def build_vocab(sentence: str) -> dict[str, int]:
    return {str(word): i for i, word in enumerate(np.unique(sentence.replace(",", "").split()))}

# %% ordered_dict | right
# an OrderedDict filled from a heap
from collections import OrderedDict


def build_vocab(sentence: str) -> dict[str, int]:
    words = list(set("".join(sentence.split(",")).split()))
    words.sort()
    return OrderedDict((word, index) for index, word in enumerate(words))

# %% sorted_later | right
# the dictionary in order of appearance
#-     return {word: number for number, word in enumerate(sorted(set(words)))}
#+     unique = sorted(set(words))
#+     return {word: unique.index(word) for word in words}

# %% translate | right
# str.translate and re.split
import re


def build_vocab(sentence: str) -> dict[str, int]:
    words = re.split(r"\s+", sentence.translate({ord(","): None}).strip())
    return {word: index for index, word in enumerate(sorted(dict.fromkeys(words)))}

# %% zip_range | right
# zip with a range
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(set("".join(c for c in sentence if c != ",").split()))
    return dict(zip(words, range(len(words))))

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def build_vocab(text):
    return {word: number for number, word in enumerate(sorted(set(text.replace(",", "").split())))}

# %% ascii_only | wrong | vocabulary | robustness | mistake: words-changed | public: details
# other alphabets are thrown away
def build_vocab(sentence: str) -> dict[str, int]:
    clean = sentence.replace(",", "").encode("ascii", "ignore").decode()
    return {word: index for index, word in enumerate(sorted(set(clean.split())))}

# %% by_length | wrong | vocabulary | core | mistake: words-unsorted
# sorted by length
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(set(sentence.replace(",", "").split()), key=len)
    return {word: index for index, word in enumerate(words)}

# %% case_blind_order | wrong | vocabulary | core | mistake: words-unsorted
# sorted without regard to case
def build_vocab(sentence: str) -> dict[str, int]:
    return {word: index for index, word in enumerate(sorted(set(sentence.replace(",", "").split()), key=str.lower))}

# %% characters | wrong | vocabulary | core | mistake: letters-for-words
# letters instead of words
def build_vocab(sentence: str) -> dict[str, int]:
    return {letter: index for index, letter in enumerate(sorted(set(sentence.replace(",", ""))))}

# %% comma_at_end_only | wrong | vocabulary | core | mistake: commas-kept
# only commas at the end of words are removed
def build_vocab(sentence: str) -> dict[str, int]:
    words = {word.rstrip(",") for word in sentence.split()}
    return {word: index for index, word in enumerate(sorted(words))}

# %% comma_to_blank | wrong | vocabulary | core | mistake: comma-as-blank
# commas become blanks
def build_vocab(sentence: str) -> dict[str, int]:
    return {word: index for index, word in enumerate(sorted(set(sentence.replace(",", " ").split())))}

# %% commas_kept | wrong | vocabulary | core | mistake: commas-kept
# commas stay on the words
def build_vocab(sentence: str) -> dict[str, int]:
    return {word: index for index, word in enumerate(sorted(set(sentence.split())))}

# %% counts | wrong | vocabulary | core | mistake: counts-for-numbers
# counts how often each word stands there
#-     return {word: number for number, word in enumerate(sorted(set(words)))}
#+     return {word: words.count(word) for word in sorted(words)}

# %% first_comma | wrong | vocabulary | core | mistake: commas-kept
# only the first comma is removed
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(set(sentence.replace(",", "", 1).split()))
    return {word: index for index, word in enumerate(words)}

# %% from_one | wrong | vocabulary | core | mistake: numbers-from-one
# numbers begin at 1
def build_vocab(sentence: str) -> dict[str, int]:
    return {word: index for index, word in enumerate(sorted(set(sentence.replace(",", "").split())), 1)}

# %% gaps | wrong | vocabulary | core | mistake: gaps-in-numbers
# repeated words leave gaps
#-     return {word: number for number, word in enumerate(sorted(set(words)))}
#+     return {word: index for index, word in enumerate(sorted(words))}

# %% global | wrong | vocabulary | core | mistake: state-grows
# one dictionary for all calls
VOCAB: dict[str, int] = {}


def build_vocab(sentence: str) -> dict[str, int]:
    for word in sorted(set(sentence.replace(",", "").split())):
        VOCAB.setdefault(word, len(VOCAB))
    return dict(VOCAB)

# %% inverse | wrong | vocabulary | core | mistake: vocabulary-inverted
# maps numbers to words, not words to numbers
def build_vocab(sentence: str) -> dict[str, int]:
    return {index: word for index, word in enumerate(sorted(set(sentence.replace(",", "").split())))}

# %% last_place | wrong | vocabulary | core | mistake: gaps-in-numbers
# index in the sorted list with repeats
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(sentence.replace(",", "").split())
    return {word: words.index(word) for word in words}

# %% list | wrong | vocabulary | core | mistake: no-dictionary
# a list of words
def build_vocab(sentence: str) -> dict[str, int]:
    return sorted(set(sentence.replace(",", "").split()))

# %% lower_case | wrong | vocabulary | core | mistake: words-changed
# words are turned to lower case
def build_vocab(sentence: str) -> dict[str, int]:
    return {word: index for index, word in enumerate(sorted(set(sentence.lower().replace(",", "").split())))}

# %% pairs | wrong | vocabulary | core | mistake: no-dictionary
# pairs instead of a dict
def build_vocab(sentence: str) -> dict[str, int]:
    return list(enumerate(sorted(set(sentence.replace(",", "").split()))))

# %% reversed | wrong | vocabulary | core | mistake: words-unsorted
# sorted downwards
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(set(sentence.replace(",", "").split()), reverse=True)
    return {word: index for index, word in enumerate(words)}

# %% set_order | wrong | vocabulary | core | mistake: words-unsorted
# numbered before sorting
def build_vocab(sentence: str) -> dict[str, int]:
    words = set(sentence.replace(",", "").split())
    numbered = {word: index for index, word in enumerate(words)}
    return dict(sorted(numbered.items()))

# %% short_words | wrong | vocabulary | core | mistake: words-changed
# words of one letter are left out
def build_vocab(sentence):
    words = sorted({word for word in sentence.replace(",", "").split() if len(word) > 1})
    return {word: number for number, word in enumerate(words)}

# %% split_at_blank | wrong | vocabulary | core | mistake: empty-word
# splits at single blanks only
def build_vocab(sentence: str) -> dict[str, int]:
    return {word: index for index, word in enumerate(sorted(set(sentence.replace(",", "").split(" "))))}

# %% strings | wrong | vocabulary | core | mistake: text-for-numbers
# the numbers are strings
def build_vocab(sentence: str) -> dict[str, int]:
    return {word: str(index) for index, word in enumerate(sorted(set(sentence.replace(",", "").split())))}

# %% strip_punctuation | wrong | vocabulary | core | mistake: words-changed
# all punctuation is removed
import re


def build_vocab(sentence: str) -> dict[str, int]:
    words = set(re.findall(r"\w+", sentence))
    return {word: index for index, word in enumerate(sorted(words))}

# %% unknown_token | wrong | vocabulary | core | mistake: unknown-entry-added
# an extra token for unknown words
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(set(sentence.replace(",", "").split()))
    return {word: index for index, word in enumerate([*words, "<unk>"])}

# %% unsorted | wrong | vocabulary | core | mistake: words-unsorted
# in order of appearance
def build_vocab(sentence: str) -> dict[str, int]:
    words = dict.fromkeys(sentence.replace(",", "").split())
    return {word: index for index, word in enumerate(words)}
