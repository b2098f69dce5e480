# Wrong and right programs of build_vocab, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% dictionary_kept | wrong | state | robustness | mistake: result-returned-again | public: results
# one dictionary for equal sentences
_VOCABS = {}
#-     return {word: number for number, word in enumerate(sorted(set(words)))}
#+     return _VOCABS.setdefault(sentence, {word: number for number, word in enumerate(sorted(set(words)))})

# %% first_eight_letters | wrong | vocabulary | robustness | mistake: first-letters-compared | public: details
# only the first eight letters are compared
#-     return {word: number for number, word in enumerate(sorted(set(words)))}
#+     unique = sorted(dict.fromkeys(words), key=lambda word: word[:8])
#+     return {word: number for number, word in enumerate(unique)}

# %% compatible_letters | wrong | vocabulary | robustness | mistake: words-changed | public: extremes
# letters that look alike become one
import unicodedata


def build_vocab(sentence: str) -> dict[str, int]:
    clean = unicodedata.normalize("NFKC", sentence).replace(",", "")
    return {word: number for number, word in enumerate(sorted(set(clean.split())))}
