"""What learners put into the slots of an attention layer in place of the right thing."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Fault:
    """A mistake: its family, in words, and the slots it fills."""

    family: str
    name: str
    filling: dict[str, str]

    @property
    def words(self) -> list[str]:
        """The names in its code."""
        return re.findall(r"\w+", " ".join(self.filling.values()))


def _all(family: str, slot: str, **codes: str) -> tuple[Fault, ...]:
    return tuple(Fault(family, name.replace("_", " "), {slot: code}) for name, code in codes.items())


SCALES = _all(
    "scale",
    "scale",
    no_scale="scores",
    divided_by_d_k="scores / d_k",
    half_of_d_k="scores / (d_k ** 1/2)",
    root_of_tokens="scores / scores.shape[-1] ** 0.5",
    whole_root="scores / int(d_k ** 0.5)",
    multiplied="scores * d_k ** 0.5",
    fixed_eight="scores / 8",
    a_tenth="scores * 0.1",
    root_of_twice="scores / (2 * d_k) ** 0.5",
    root_of_the_model="scores / x.shape[-1] ** 0.5",
)
AXES = (
    *_all("axis", "dim", over_queries="-2", over_batch="0", dimension_one="1"),
    *_all("axis", "norm", whole_matrix="torch.softmax(scores.flatten(-2), dim=-1).reshape(scores.shape)"),
)
NORMS = _all(
    "normalisation",
    "norm",
    no_softmax="scores",
    by_the_sum="scores / scores.sum(dim=<dim>, keepdim=True)",
    softmax_twice="torch.softmax(torch.softmax(scores, dim=<dim>), dim=<dim>)",
    exp_alone="torch.exp(scores)",
    log_softmax="torch.log_softmax(scores, dim=<dim>)",
    sigmoid="torch.sigmoid(scores)",
    sigmoid_over_sum="torch.sigmoid(scores) / torch.sigmoid(scores).sum(dim=<dim>, keepdim=True)",
    base_two="2 ** scores / (2 ** scores).sum(dim=<dim>, keepdim=True)",
    euclidean="torch.nn.functional.normalize(scores, dim=<dim>)",
    one_hot="(scores == scores.amax(dim=<dim>, keepdim=True)).to(scores.dtype)",
)
PRODUCTS = _all(
    "projection",
    "product",
    keys_by_queries="k @ q.transpose(-2, -1)",
    queries_twice="q @ q.transpose(-2, -1)",
    keys_twice="k @ k.transpose(-2, -1)",
)
PROJECTIONS = (
    *_all("projection", "queries", keys_for_queries="W_key"),
    *_all("projection", "keys", queries_for_keys="W_query"),
    Fault("projection", "queries and keys swapped", {"queries": "W_key", "keys": "W_query"}),
)
MIXES = (
    *_all("projection", "mix", values_added="weights @ v + v"),
    *_all("scale", "mix", result_by_root="weights @ v / d_k ** 0.5", result_by_length="weights @ v / T"),
)
_TRIU = "torch.ones(T, T, dtype=torch.bool).triu"
_TRIL = "torch.ones(T, T, dtype=torch.bool).tril"
CAUSAL_MASKS = _all(
    "mask",
    "mask",
    no_mask="pass",
    inverted=f"scores = scores.masked_fill({_TRIL}(), -torch.inf)",
    hides_the_past=f"scores = scores.masked_fill({_TRIL}(-1), -torch.inf)",
    diagonal_hidden=f"scores = scores.masked_fill({_TRIU}(0), -torch.inf)",
    one_too_few=f"scores = scores.masked_fill({_TRIU}(2), -torch.inf)",
    filled_with_zero=f"scores = scores.masked_fill({_TRIU}(1), 0.0)",
    times_tril="scores = scores.tril()",
    tiny=f"scores = scores.masked_fill({_TRIU}(1), -1e-9)",
    ones_subtracted="scores = scores - torch.ones(T, T).triu(1)",
    first_of_batch=f"scores = torch.cat([scores[:1].masked_fill({_TRIU}(1), -torch.inf), scores[1:]])",
    window_of_three=f"scores = scores.masked_fill({_TRIU}(1) | {_TRIL}(-3), -torch.inf)",
)
UNASKED_MASKS = _all(
    "mask",
    "mask",
    causal=f"scores = scores.masked_fill({_TRIU}(1), -torch.inf)",
    diagonal_left_out="scores = scores.masked_fill(torch.eye(T, dtype=torch.bool), -torch.inf)",
    anti_causal=f"scores = scores.masked_fill({_TRIL}(-1), -torch.inf)",
)
OUTPUTS = _all(
    "projection",
    "output",
    no_output_layer="out",
    input_added="self.W_O(out) + x",
)
HEADS = (
    *_all(
        "heads",
        "split",
        view_alone="x.reshape(B, self.h, T, self.d_k)",
        every_other_column="x.view(B, T, self.d_k, self.h).permute(0, 3, 1, 2)",
        reversed_heads="x.view(B, T, self.h, self.d_k).transpose(1, 2).flip(1)",
        first_head_only="x.view(B, T, self.h, self.d_k).transpose(1, 2)[:, :1].expand(-1, self.h, -1, -1)",
    ),
    *_all(
        "heads",
        "merge",
        merge_without_transpose="out.reshape(B, T, C)",
        columns_alternate="out.permute(0, 2, 3, 1).reshape(B, T, C)",
        merged_in_reverse="out.flip(1).transpose(1, 2).reshape(B, T, C)",
        mean_of_heads="out.mean(1).repeat(1, 1, h)",
    ),
    *_all("axis", "dim", over_heads="1"),
    *_all("scale", "scale", width_of_the_model="scores / C ** 0.5", root_of_heads="scores / h ** 0.5"),
)
CROSS = (
    *_all("cross", "from_v", values_from_x_1="x_1"),
    *_all("cross", "from_k", keys_from_x_1="x_1"),
    *_all("cross", "from_q", queries_from_x_2="x_2"),
    Fault("cross", "x_2 ignored", {"from_k": "x_1", "from_v": "x_1"}),
    Fault("cross", "swapped", {"from_q": "x_2", "from_k": "x_1", "from_v": "x_1"}),
)
RENORMALISATIONS = (
    *_all(
        "mask",
        "keep",
        no_mask="weights",
        diagonal_hidden="weights.tril(-1)",
        upper="weights.triu()",
        one_too_many="weights.tril(1)",
        mirrored="weights.flip(-1).tril().flip(-1)",
    ),
    *_all(
        "normalisation",
        "divide",
        not_divided="kept",
        by_largest="kept / kept.amax(dim=-1, keepdim=True)",
        softmax="torch.softmax(kept, dim=-1)",
        by_mean="kept / kept.mean(dim=-1, keepdim=True)",
        euclidean="torch.nn.functional.normalize(kept, dim=-1)",
        by_whole="kept / kept.sum(dim=(-2, -1), keepdim=True)",
    ),
    *_all(
        "axis",
        "divide",
        columns="kept / kept.sum(dim=-2, keepdim=True)",
        no_keepdim="kept / kept.sum(dim=-1).unsqueeze(-2)",
        batch="kept / kept.sum(dim=0, keepdim=True)",
    ),
)
