"""Public tests of self_attention.py, in the order of the exercises."""

from typing import Any

import pytest
import torch

from assignments._support.compare import assert_close
from assignments._support.gradients import assert_differentiable
from assignments._support.rules import assert_rules

# Raschka: the words of the sentence and their vectors (seed 123, a table of 50,000 words).
WORDS = ["Life", "is", "short", "eat", "dessert", "first"]
VOCAB = {"Life": 0, "dessert": 1, "eat": 2, "first": 3, "is": 4, "short": 5}
SENTENCE = torch.tensor(
    [
        [0.3374, -0.1778, -0.3035],
        [0.1794, 1.8951, 0.4954],
        [0.2692, -0.0770, -1.0205],
        [-0.2196, -0.3792, 0.7671],
        [-0.5880, 0.3486, 0.6603],
        [-1.1925, 0.6984, -1.4097],
    ]
)  # (6, 3)

# The query of the word "is", and keys and values of all words, from Raschka's matrices (seed 123).
QUERY_IS = torch.tensor([[0.566719, 1.826893]])  # (1, 2)
KEYS = torch.tensor(
    [
        [-0.082331, -0.303128],
        [0.529505, 1.735531],
        [-0.299117, -0.729537],
        [0.142047, 0.229129],
        [0.192028, 0.646709],
        [-0.478756, -0.583521],
    ]
)  # (6, 2)
VALUES = torch.tensor(
    [
        [-0.254644, -0.260790, -0.154442, -0.280141],
        [0.661171, 1.897185, 1.096328, 1.810638],
        [-0.859817, -0.616087, -0.594011, -0.945469],
        [0.593211, 0.098099, 0.274066, 0.415105],
        [0.560507, 0.564492, 0.367598, 0.642894],
        [-1.210693, -0.492860, -1.008099, -1.403054],
    ]
)  # (6, 4)

# What Raschka prints for the word "is".
SCORES_IS = torch.tensor([[-0.6004, 3.4707, -1.5023, 0.4991, 1.2903, -1.3374]])  # (1, 6)
WEIGHTS_IS = torch.tensor([[0.0386, 0.6870, 0.0204, 0.0840, 0.1470, 0.0229]])  # (1, 6)
CONTEXT_IS = torch.tensor([[0.5313, 1.3607, 0.7891, 1.3110]])  # (1, 4)


@pytest.mark.exercise("build_vocab")
def test_build_vocab_gives_the_printed_numbers(student: Any) -> None:
    """Raschka's sentence."""
    assert student.build_vocab(sentence="Life is short, eat dessert first") == VOCAB


@pytest.mark.exercise("build_vocab")
def test_build_vocab_counts_a_repeated_word_once(student: Any) -> None:
    """Three different words have the numbers 0, 1, 2."""
    assert student.build_vocab("the more the better") == {"better": 0, "more": 1, "the": 2}


@pytest.mark.exercise("build_vocab")
def test_build_vocab_without_any_comma(student: Any) -> None:
    """Several commas, words of one letter, and a second text that knows nothing of the first."""
    assert student.build_vocab("I see, I saw, a cat") == {"I": 0, "a": 1, "cat": 2, "saw": 3, "see": 4}
    assert student.build_vocab("a dog") == {"a": 0, "dog": 1}
    assert student.build_vocab("one,two  three-four") == {"onetwo": 0, "three-four": 1}


@pytest.mark.exercise("to_ids")
def test_to_ids_gives_the_printed_numbers(student: Any) -> None:
    """Raschka's sentence, in its own order."""
    ids = student.to_ids(tokens=WORDS, vocab=VOCAB)
    assert ids.dtype == torch.int64
    assert ids.tolist() == [0, 4, 5, 2, 1, 3]


@pytest.mark.exercise("to_ids")
def test_to_ids_repeats_the_number_of_a_repeated_word(student: Any) -> None:
    """Four tokens have four numbers."""
    assert student.to_ids(["eat", "first", "eat", "Life"], VOCAB).tolist() == [2, 3, 2, 0]


@pytest.mark.exercise("to_ids")
def test_to_ids_names_an_unknown_word(student: Any) -> None:
    """No number stands for a word that is not in the vocabulary."""
    with pytest.raises(KeyError, match="cake"):
        student.to_ids(["eat", "cake"], VOCAB)
    for other in ("Eat", "eat,", " eat"):
        with pytest.raises(KeyError):
            student.to_ids([other], VOCAB)


@pytest.mark.exercise("to_ids")
def test_to_ids_leaves_list_and_dictionary_alone(student: Any) -> None:
    """A text of 200 tokens, which are still there afterwards, as is the vocabulary."""
    tokens, vocab = ["eat", "is"] * 100, dict(VOCAB)
    assert student.to_ids(tokens, vocab).tolist() == [2, 4] * 100
    assert tokens == ["eat", "is"] * 100
    assert vocab == VOCAB


@pytest.mark.exercise("to_ids")
def test_to_ids_takes_the_numbers_of_the_vocabulary(student: Any) -> None:
    """They need not begin at 0, nor follow each other."""
    assert student.to_ids(["b", "a", "b"], {"a": 40, "b": 7}).tolist() == [7, 40, 7]


@pytest.mark.exercise("TokenEmbedding")
def test_token_embedding_adds_a_dimension(student: Any) -> None:
    """Each of 2 × 5 ids becomes a vector of 3 numbers, and so does a single one."""
    assert student.TokenEmbedding(7, 3)(torch.ones(2, 5, dtype=torch.int64)).shape == (2, 5, 3)
    assert student.TokenEmbedding(7, 3)(torch.ones(1, 1, dtype=torch.int64)).shape == (1, 1, 3)


@pytest.mark.exercise("TokenEmbedding")
def test_token_embedding_shows_its_parameters(student: Any) -> None:
    """The table of myGPT, chapter 6: four words of width 4."""
    embedding = student.TokenEmbedding(4, 4)
    assert sum(parameter.numel() for parameter in embedding.parameters()) == 16
    assert embedding.embedding.weight.shape == (4, 4)


@pytest.mark.exercise("TokenEmbedding")
def test_token_embedding_gives_the_printed_figures(student: Any) -> None:
    """Raschka's word vectors."""
    torch.manual_seed(123)
    vectors = student.TokenEmbedding(50_000, 3)(torch.tensor([0, 4, 5, 2, 1, 3]))
    assert_close(vectors, SENTENCE, atol=1.5e-4, rtol=0.0, call="TokenEmbedding(50_000, 3)(ids)")


@pytest.mark.exercise("TokenEmbedding")
def test_token_embedding_leaves_nothing_behind(student: Any) -> None:
    """After a call, its mode and the names in its state dict are what they were."""
    embedding = student.TokenEmbedding(7, 3)
    assert embedding(torch.arange(200) % 7).shape == (200, 3)
    assert embedding.training
    assert list(embedding.state_dict()) == ["embedding.weight"]


@pytest.mark.exercise("TokenEmbedding")
def test_token_embedding_can_be_learned(student: Any) -> None:
    """The rows that are looked up get a gradient, the others none."""
    assert_differentiable(student.TokenEmbedding(4, 2), torch.tensor([2, 0, 2]), call="TokenEmbedding(4, 2)(ids)")


@pytest.mark.exercise("TokenEmbedding")
def test_token_embedding_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(
        student.TokenEmbedding(vocab_size=7, embed_dim=3), ids=torch.tensor([[2, 6]]), call="TokenEmbedding(7, 3)(ids)"
    )


@pytest.mark.exercise("softmax")
def test_softmax_gives_the_printed_figures(student: Any) -> None:
    """The example of myGPT, chapter 6."""
    printed = torch.tensor([0.0900, 0.2447, 0.6652])
    assert_close(student.softmax(torch.tensor([1.0, 2.0, 3.0])), printed, atol=1.5e-4, rtol=0.0, call="softmax(z)")


@pytest.mark.exercise("softmax")
def test_softmax_rows_sum_to_one(student: Any) -> None:
    """Without `dim`, each row is divided among its columns."""
    shares = student.softmax(torch.tensor([[0.3, -1.2, 2.0], [5.0, 0.0, -4.0]]))
    assert_close(shares.sum(dim=-1), torch.ones(2), call="softmax(z).sum(dim=-1)")


@pytest.mark.exercise("softmax")
def test_softmax_works_along_the_dimension_that_is_named(student: Any) -> None:
    """Equal numbers share equally, here down the columns, three to a column."""
    z = torch.tensor([[1.0, -2.0], [1.0, -2.0], [1.0, -2.0]])
    assert_close(student.softmax(z, dim=0), torch.full((3, 2), 1 / 3), call="softmax(z, dim=0)")


@pytest.mark.exercise("softmax")
def test_softmax_of_large_numbers_is_finite(student: Any) -> None:
    """The printed figures again, shifted up in one row and down in the other."""
    printed = torch.tensor([0.0900, 0.2447, 0.6652]).expand(2, 3)
    z = torch.tensor([[9998.0, 9999.0, 10000.0], [-10000.0, -9999.0, -9998.0]])  # where float32 itself steps by 1e-3
    assert_close(student.softmax(z), printed, atol=2e-3, rtol=0.0, call="softmax(z)")


@pytest.mark.exercise("softmax")
def test_softmax_gives_nothing_to_minus_infinity(student: Any) -> None:
    """Exactly 0, and the rest share as if it were not there."""
    shares = student.softmax(torch.tensor([2.0, -torch.inf, 2.0]))
    assert shares[1] == 0
    assert_close(shares, torch.tensor([0.5, 0.0, 0.5]), call="softmax(z)")


@pytest.mark.exercise("softmax")
def test_softmax_of_many_entries(student: Any) -> None:
    """Two hundred equal numbers have a share of 1/200 each; an earlier result stays what it was."""
    first = student.softmax(torch.zeros(2, 200))
    student.softmax(torch.linspace(0, 1, 400).reshape(2, 200))
    assert_close(first, torch.full((2, 200), 1 / 200), call="softmax(z), after another call")


@pytest.mark.exercise("softmax")
def test_softmax_tells_minus_infinity_from_very_negative(student: Any) -> None:
    """The most negative finite number is a number: beside -inf it gets everything."""
    shares = student.softmax(torch.tensor([-torch.inf, torch.finfo(torch.float32).min]))
    assert_close(shares, torch.tensor([0.0, 1.0]), call="softmax(z)")


@pytest.mark.exercise("softmax")
def test_softmax_has_gradients(student: Any) -> None:
    """Each share depends on every number that it was divided by, along either dimension."""
    z = torch.tensor([[0.3, -1.2, 2.0], [1.0, 0.5, -0.7]])
    assert_differentiable(student.softmax, z, call="softmax(z)")
    assert_differentiable(lambda z: student.softmax(z, dim=0), z, call="softmax(z, dim=0)")


@pytest.mark.exercise("softmax")
def test_softmax_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.softmax, z=SCORES_IS, dim=-1, call="softmax(z)")


@pytest.mark.exercise("attention_scores")
def test_attention_scores_of_the_example_by_hand(student: Any) -> None:
    """The example of myGPT, chapter 6: the same tokens ask and are asked."""
    tokens = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    by_hand = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 2.0]])
    assert_close(student.attention_scores(tokens, tokens), by_hand, call="attention_scores(queries, keys)")


@pytest.mark.exercise("attention_scores")
def test_attention_scores_give_the_printed_figures(student: Any) -> None:
    """Raschka: one query, six keys."""
    scores = student.attention_scores(QUERY_IS, KEYS)
    assert_close(scores, SCORES_IS, atol=1.5e-4, rtol=0.0, call="attention_scores(queries, keys)")


@pytest.mark.exercise("attention_scores")
def test_attention_scores_have_a_row_per_query_and_a_column_per_key(student: Any) -> None:
    """Six queries and four keys, in each of two sentences, whatever their width."""
    assert student.attention_scores(torch.ones(2, 6, 5), torch.ones(2, 4, 5)).shape == (2, 6, 4)
    assert student.attention_scores(torch.ones(2, 6, 64), torch.ones(2, 4, 64)).shape == (2, 6, 4)


@pytest.mark.exercise("attention_scores")
def test_attention_scores_keep_sentences_apart(student: Any) -> None:
    """The query of each sentence meets the keys of its own sentence."""
    queries = torch.tensor([[[1.0, 2.0]], [[3.0, 0.0]]])  # (2, 1, 2)
    keys = torch.tensor([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [[1.0, 5.0], [2.0, 5.0], [-1.0, 5.0]]])  # (2, 3, 2)
    by_hand = torch.tensor([[[1.0, 2.0, 3.0]], [[3.0, 6.0, -3.0]]])  # (2, 1, 3)
    assert_close(student.attention_scores(queries, keys), by_hand, call="attention_scores(queries, keys)")


@pytest.mark.exercise("attention_scores")
def test_attention_scores_of_a_long_sentence(student: Any) -> None:
    """Two hundred queries and as many keys; another call changes nothing in what the first returned."""
    scores = student.attention_scores(torch.ones(1, 200, 3), torch.ones(1, 200, 3))
    student.attention_scores(torch.zeros(1, 200, 3), torch.ones(1, 200, 3))
    assert_close(scores, torch.full((1, 200, 200), 3.0), call="attention_scores(queries, keys)")


@pytest.mark.exercise("attention_scores")
def test_attention_scores_have_gradients(student: Any) -> None:
    """Of queries as of keys."""
    queries, keys = torch.tensor([[1.0, -0.5], [0.3, 2.0]]), torch.tensor([[0.5, 1.0], [-1.0, 0.2], [0.7, 0.1]])
    assert_differentiable(student.attention_scores, queries, keys, call="attention_scores(queries, keys)")


@pytest.mark.exercise("attention_scores")
def test_attention_scores_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.attention_scores, queries=QUERY_IS, keys=KEYS, call="attention_scores(queries, keys)")


@pytest.mark.exercise("attention_weights")
def test_attention_weights_give_the_printed_figures(student: Any) -> None:
    """Raschka, with d_k = 2."""
    weights = student.attention_weights(SCORES_IS, 2)
    assert_close(weights, WEIGHTS_IS, atol=1.5e-4, rtol=0.0, call="attention_weights(scores, 2)")


@pytest.mark.exercise("attention_weights")
def test_attention_weights_follow_the_width(student: Any) -> None:
    """For d_k = 9, the scores 3, 6, 9 weigh as much as 1, 2, 3 in a softmax (myGPT, chapter 6)."""
    weights = student.attention_weights(torch.tensor([[3.0, 6.0, 9.0]]), 9)
    printed = torch.tensor([[0.0900, 0.2447, 0.6652]])
    assert_close(weights, printed, atol=1.5e-4, rtol=0.0, call="attention_weights(scores, 9)")


@pytest.mark.exercise("attention_weights")
def test_attention_weights_of_each_query_sum_to_one(student: Any) -> None:
    """Four queries share their attention among three keys, in each of two sentences."""
    weights = student.attention_weights(torch.linspace(-3, 3, 24).reshape(2, 4, 3), 5)
    assert_close(weights.sum(dim=-1), torch.ones(2, 4), call="attention_weights(scores, 5).sum(dim=-1)")
    weights = student.attention_weights(torch.linspace(-3, 3, 24).reshape(2, 1, 4, 3), 5)  # with an axis for heads
    assert_close(weights.sum(dim=-1), torch.ones(2, 1, 4), call="attention_weights(scores, 5).sum(dim=-1)")


@pytest.mark.exercise("attention_weights")
def test_attention_weights_of_a_long_sentence(student: Any) -> None:
    """Equal scores share equally among 200 keys; another call changes nothing in what the first returned."""
    weights = student.attention_weights(torch.ones(200, 200), 5)
    student.attention_weights(torch.eye(200), 5)
    assert_close(weights, torch.full((200, 200), 1 / 200), call="attention_weights(scores, 5)")


@pytest.mark.exercise("attention_weights")
def test_attention_weights_have_gradients(student: Any) -> None:
    """A score moves every weight of its query."""
    scores = torch.tensor([[0.3, -1.2, 2.0], [1.0, 0.5, -0.7]])
    assert_differentiable(
        lambda scores: student.attention_weights(scores, 5), scores, call="attention_weights(scores, 5)"
    )


@pytest.mark.exercise("attention_weights")
def test_attention_weights_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.attention_weights, scores=SCORES_IS, d_k=2, times=10_000, call="attention_weights(scores, 2)")


@pytest.mark.exercise("context_vectors")
def test_context_vectors_average_the_values(student: Any) -> None:
    """The first row is the example in the text, the second takes over one value as it is."""
    weights = torch.tensor([[0.25, 0.75], [1.0, 0.0]])
    values = torch.tensor([[10.0, 0.0], [0.0, 20.0]])
    by_hand = torch.tensor([[2.5, 15.0], [10.0, 0.0]])
    assert_close(student.context_vectors(weights, values), by_hand, call="context_vectors(weights, values)")


@pytest.mark.exercise("context_vectors")
def test_context_vectors_give_the_printed_figures(student: Any) -> None:
    """Raschka: what the word "is" takes home."""
    context = student.context_vectors(WEIGHTS_IS, VALUES)
    assert_close(context, CONTEXT_IS, atol=1.5e-4, rtol=0.0, call="context_vectors(weights, values)")


@pytest.mark.exercise("context_vectors")
def test_context_vectors_are_as_many_as_queries_and_as_wide_as_values(student: Any) -> None:
    """Six queries, four keys, values of width 3, in each of two sentences."""
    assert student.context_vectors(torch.full((2, 6, 4), 0.25), torch.ones(2, 4, 3)).shape == (2, 6, 3)


@pytest.mark.exercise("context_vectors")
def test_context_vectors_of_a_long_sentence(student: Any) -> None:
    """The average of 200 values, for each of 200 queries; another call changes nothing in what the first returned."""
    values = torch.arange(200.0)[:, None]  # (200, 1)
    context = student.context_vectors(torch.full((200, 200), 1 / 200), values)
    student.context_vectors(torch.eye(200), values)
    assert_close(context, torch.full((200, 1), 99.5), call="context_vectors(weights, values)")


@pytest.mark.exercise("context_vectors")
def test_context_vectors_keep_sentences_apart(student: Any) -> None:
    """The weights of each sentence meet its own values, which may be negative."""
    weights = torch.tensor([[[0.25, 0.75]], [[0.5, 0.5]]])  # (2, 1, 2)
    values = torch.tensor([[[4.0, -8.0], [0.0, 4.0]], [[-2.0, 6.0], [-4.0, 2.0]]])  # (2, 2, 2)
    by_hand = torch.tensor([[[1.0, 1.0]], [[-3.0, 4.0]]])  # (2, 1, 2)
    assert_close(student.context_vectors(weights, values), by_hand, call="context_vectors(weights, values)")


@pytest.mark.exercise("context_vectors")
def test_context_vectors_have_gradients(student: Any) -> None:
    """Of weights as of values."""
    weights, values = torch.tensor([[0.25, 0.75], [0.5, 0.5]]), torch.tensor([[1.0, -2.0, 0.5], [0.3, 1.5, -1.0]])
    assert_differentiable(student.context_vectors, weights, values, call="context_vectors(weights, values)")


@pytest.mark.exercise("context_vectors")
def test_context_vectors_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.context_vectors, weights=WEIGHTS_IS, values=VALUES, call="context_vectors(weights, values)")


@pytest.mark.exercise("SelfAttention")
def test_self_attention_is_as_wide_as_its_values(student: Any) -> None:
    """Width 8 in, width 3 out, in a batch and without one."""
    attention = student.SelfAttention(8, 5, 3)
    assert attention(torch.ones(2, 6, 8)).shape == (2, 6, 3)
    assert attention(torch.ones(6, 8)).shape == (6, 3)


@pytest.mark.exercise("SelfAttention")
def test_self_attention_gives_the_printed_figures(student: Any) -> None:
    """Raschka, section on self-attention."""
    torch.manual_seed(123)
    attention = student.SelfAttention(3, 2, 4)
    printed = torch.tensor(
        [
            [-0.1564, 0.1028, -0.0763, -0.0764],
            [0.5313, 1.3607, 0.7891, 1.3110],
            [-0.3542, -0.1234, -0.2627, -0.3706],
            [0.0071, 0.3345, 0.0969, 0.1998],
            [0.1008, 0.4780, 0.2021, 0.3674],
            [-0.5296, -0.2799, -0.4107, -0.6006],
        ]
    )
    assert_close(attention(SENTENCE), printed, atol=1.5e-4, rtol=0.0, call="SelfAttention(3, 2, 4)(sentence)")


@pytest.mark.exercise("SelfAttention")
def test_self_attention_keeps_a_single_column(student: Any) -> None:
    """Raschka, section on multi-head attention: one head with values of width 1."""
    torch.manual_seed(123)
    attention = student.SelfAttention(3, 2, 1)
    printed = torch.tensor([[-0.0185], [0.4003], [-0.1103], [0.0668], [0.1180], [-0.1827]])
    assert_close(attention(SENTENCE), printed, atol=1.5e-4, rtol=0.0, call="SelfAttention(3, 2, 1)(sentence)")


@pytest.mark.exercise("SelfAttention")
def test_self_attention_does_not_mind_the_order_of_words(student: Any) -> None:
    """In the sentence read backwards, each word has the context vector that it had before."""
    attention = student.SelfAttention(3, 5, 2)
    forwards, backwards = attention(SENTENCE), attention(SENTENCE.flip(0))
    assert_close(backwards.flip(0), forwards, call="SelfAttention(3, 5, 2)(sentence.flip(0)).flip(0)")


@pytest.mark.exercise("SelfAttention")
def test_self_attention_can_be_learned(student: Any) -> None:
    """Every one of the three matrices gets a gradient that is not 0."""
    attention = student.SelfAttention(3, 5, 2)
    attention(SENTENCE).square().sum().backward()
    for name, parameter in attention.named_parameters():
        assert parameter.grad is not None, f"{name} gets no gradient"
        assert parameter.grad.abs().sum() > 0, f"the gradient of {name} is 0"


@pytest.mark.exercise("SelfAttention")
def test_self_attention_answers_every_call(student: Any) -> None:
    """Two hundred tokens, then the sentence, in either mode and with other weights: no call remembers another one."""
    attention = student.SelfAttention(3, 5, 2)
    assert attention(torch.ones(1, 200, 3)).shape == (1, 200, 2)
    before = attention(SENTENCE)
    assert_close(attention.eval()(SENTENCE), before, call="SelfAttention(3, 5, 2).eval()(sentence)")
    with torch.no_grad():
        attention.W_value.mul_(2)
    assert_close(attention(SENTENCE), 2 * before, call="SelfAttention(3, 5, 2)(sentence), W_value doubled")
    assert list(attention.state_dict()) == ["W_query", "W_key", "W_value"]


@pytest.mark.exercise("SelfAttention")
def test_self_attention_of_several_sentences(student: Any) -> None:
    """What torch's own attention returns for the same three matrices, for texts of 2 and of 5 tokens."""
    attention = student.SelfAttention(4, 3, 2)
    for tokens in (2, 5):
        x = 3 * torch.arange(8.0 * tokens).sin().reshape(2, tokens, 4)
        queries, keys, values = (x @ getattr(attention, f"W_{name}") for name in ("query", "key", "value"))
        expected = torch.nn.functional.scaled_dot_product_attention(queries, keys, values)
        assert_close(attention(x), expected, call="SelfAttention(4, 3, 2)(x)")


@pytest.mark.exercise("SelfAttention")
def test_self_attention_has_gradients(student: Any) -> None:
    """Of its input and of all three matrices."""
    x = torch.tensor([[[1.0, -0.5], [0.3, 2.0], [-1.2, 0.4]]])
    assert_differentiable(student.SelfAttention(2, 2, 3), x, call="SelfAttention(2, 2, 3)(x)")


@pytest.mark.exercise("SelfAttention")
def test_self_attention_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    attention = student.SelfAttention(d_in=3, d_out_kq=2, d_out_v=4)
    assert_rules(attention, x=SENTENCE, times=100, call="SelfAttention(3, 2, 4)(x)")


@pytest.mark.exercise("SingleHeadAttention")
def test_single_head_attention_has_three_layers_with_bias(student: Any) -> None:
    """Names and shapes of the text."""
    attention = student.SingleHeadAttention(6)
    shapes = {name: tuple(parameter.shape) for name, parameter in attention.named_parameters()}
    weights = {f"{name}.weight": (6, 6) for name in ("W_q", "W_k", "W_v")}
    biases = {f"{name}.bias": (6,) for name in ("W_q", "W_k", "W_v")}
    assert shapes == weights | biases


@pytest.mark.exercise("SingleHeadAttention")
def test_single_head_attention_keeps_the_shape(student: Any) -> None:
    """The lesson's "two plus three" at width 64."""
    assert student.SingleHeadAttention(64)(torch.ones(1, 3, 64)).shape == (1, 3, 64)


@pytest.mark.exercise("SingleHeadAttention")
def test_single_head_attention_uses_its_biases(student: Any) -> None:
    """Matrices of zero leave the biases: equal scores, and the bias of the values for every token."""
    attention = student.SingleHeadAttention(3)
    with torch.no_grad():
        for layer, factor in ((attention.W_q, 3.0), (attention.W_k, 2.0), (attention.W_v, 1.0)):
            layer.weight.zero_()
            layer.bias.copy_(factor * torch.tensor([1.0, -2.0, 0.5]))
    expected = torch.tensor([1.0, -2.0, 0.5]).expand(2, 4, 3)
    assert_close(attention(torch.ones(2, 4, 3)), expected, call="SingleHeadAttention(3)(x)")


@pytest.mark.exercise("SingleHeadAttention")
def test_single_head_attention_scales_its_scores(student: Any) -> None:
    """At width 9, a query of length 9 along a key of length 1 scores 9 / 3 = 3, against 0 for the other key."""
    attention = student.SingleHeadAttention(9)
    with torch.no_grad():
        for layer, factor in ((attention.W_q, 9.0), (attention.W_k, 1.0), (attention.W_v, 1.0)):
            layer.weight.copy_(factor * torch.eye(9))
            layer.bias.zero_()
    x = torch.eye(9)[None, :2]  # (1, 2, 9)
    by_hand = torch.tensor([[0.9526, 0.0474], [0.0474, 0.9526]])
    assert_close(attention(x)[0, :, :2], by_hand, atol=1.5e-4, rtol=0.0, call="SingleHeadAttention(9)(x)[0, :, :2]")


@pytest.mark.exercise("SingleHeadAttention")
def test_single_head_attention_answers_every_call(student: Any) -> None:
    """Two hundred tokens, then six, in either mode and with other weights: no call remembers another one."""
    attention, x = student.SingleHeadAttention(3), SENTENCE[None]
    assert attention(torch.ones(1, 200, 3)).shape == (1, 200, 3)
    before, names = attention(x), list(attention.state_dict())
    weights = [name for name in names if name.endswith(".weight")]
    assert weights == ["W_q.weight", "W_k.weight", "W_v.weight"], "created in another order than W_q, W_k, W_v"
    assert_close(attention.eval()(x), before, call="SingleHeadAttention(3).eval()(x)")
    with torch.no_grad():
        attention.W_v.weight.mul_(2)
        attention.W_v.bias.mul_(2)
    assert_close(attention(x), 2 * before, call="SingleHeadAttention(3)(x), W_v doubled")
    assert list(attention.state_dict()) == names


@pytest.mark.exercise("SingleHeadAttention")
def test_single_head_attention_begins_with_three_different_layers(student: Any) -> None:
    """Queries, keys and values are not copies of each other."""
    attention = student.SingleHeadAttention(6)
    assert not torch.equal(attention.W_q.weight, attention.W_k.weight)
    assert not torch.equal(attention.W_q.weight, attention.W_v.weight)


@pytest.mark.exercise("SingleHeadAttention")
def test_single_head_attention_of_several_sentences(student: Any) -> None:
    """What torch's own attention returns for the same three layers, for texts of 2, of 4 and of 200 tokens."""
    attention = student.SingleHeadAttention(5)
    for tokens in (2, 4, 200):
        x = 3 * torch.arange(10.0 * tokens).sin().reshape(2, tokens, 5)
        queries, keys, values = attention.W_q(x), attention.W_k(x), attention.W_v(x)
        expected = torch.nn.functional.scaled_dot_product_attention(queries, keys, values)
        assert_close(attention(x), expected, call="SingleHeadAttention(5)(x)")


@pytest.mark.exercise("SingleHeadAttention")
def test_single_head_attention_has_gradients(student: Any) -> None:
    """Of its input and of every weight and bias."""
    x = torch.tensor([[[1.0, -0.5], [0.3, 2.0], [-1.2, 0.4]]])
    assert_differentiable(student.SingleHeadAttention(2), x, call="SingleHeadAttention(2)(x)")


@pytest.mark.exercise("SingleHeadAttention")
def test_single_head_attention_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    attention = student.SingleHeadAttention(embed_dim=3)
    assert_rules(attention, x=SENTENCE[None], times=100, call="SingleHeadAttention(3)(x)")
