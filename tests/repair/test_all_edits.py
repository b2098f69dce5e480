"""Edits: each changes one thing, in a fixed order, and nothing else in the file."""

import ast
from textwrap import dedent

import pytest

from autograder.repair.all_edits import ordered, single_edits
from autograder.repair.source import Edit, ParsedText, changed_part

HEAD = "import torch\nfrom torch import nn\n\n\n"


def edits(text: str, name: str = "f", others: frozenset[str] = frozenset()) -> tuple[ParsedText, list[Edit]]:
    source = ParsedText(HEAD + dedent(text))
    return source, ordered(source, single_edits(source, name, others))


def programs(text: str, name: str = "f") -> set[str]:
    source, found = edits(text, name)
    return {source.edited(edit).removeprefix(HEAD) for edit in found}


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("x.sum(dim=0)", "x.sum(dim=-1)"),
        ("x.sum(-1)", "x.sum(-1, keepdim=True)"),
        ("x.var(-1)", "x.var(-1, unbiased=False)"),
        ("x.tril()", "x.triu()"),
        ("x.triu()", "x.triu(diagonal=1)"),
        ("x.detach()", "x"),
        ("torch.finfo(x.dtype).min", 'float("-inf")'),
        ("x.masked_fill(y, -1e4)", 'x.masked_fill(y, float("-inf"))'),
        ("torch.zeros(size)", "torch.zeros(size, dtype=torch.long)"),
        ("torch.ones(size, size)", "torch.ones(size, size, dtype=torch.bool)"),
        ("x.triu(1)", "x.triu(1).bool()"),
        ("x.strip(',')", "x.replace(',', '')"),
        ("x / y", "x / y.unsqueeze(-1)"),
        ("x > y", "abs(x) > y"),
        ("x - x.max()", "x - x.amax(dim=-1, keepdim=True)"),
        ("x - torch.min(x)", "x - x.amin(dim=-1, keepdim=True)"),
        ("x[..., -size:]", "x[..., x.shape[-1] - size:]"),
        ("x[-size:, 0]", "x[x.shape[0] - size:, 0]"),
        ("x[-(size - 1):]", "x[x.shape[0] - (size - 1):]"),
        ("x[-size:, ...]", "x[x.shape[0] - size:, ...]"),
        ("(x + y)[..., -size:]", "(x + y)[..., (x + y).shape[-1] - size:]"),
        ("(x + y).max()", "(x + y).amax(dim=-1, keepdim=True)"),
        ("torch.max(-x)", "(-x).amax(dim=-1, keepdim=True)"),
        ("x[size:]", "x[size + 1:]"),
        ("x[:size]", "x[:size + 1]"),
        ("sum([x, y, size])", "sum([x, size])"),
        ("{'x': x, 'y': y}", "{'y': y}"),
        ("[nn.Linear(2, 2)] * 3", "[nn.Linear(2, 2) for _ in range(3)]"),
        ("torch.exp(x)", "x"),
        ("torch.exp(x)", "torch.exp(x - x.amax(dim=-1, keepdim=True))"),
        ("torch.exp(x if y else z)", "torch.exp((x if y else z) - (x if y else z).amax(dim=-1, keepdim=True))"),
        ("(x / y).exp()", "torch.exp(x / y - (x / y).amax(dim=-1, keepdim=True))"),
        ("x.T and y", "x.T"),
        ("torch.einsum('...id,...jd->...ij', x, y)", "torch.einsum('...id,...jd->...ji', x, y)"),
        ("torch.einsum('...ij, ...id -> ...jd', x, y)", "torch.einsum('...ji,...id->...jd', x, y)"),
        ("x @ y", "x @ y.transpose(-2, -1)"),
        ("x @ y", "x @ y / x.shape[-1] ** 0.5"),
        ("x @ y.mT", "y @ x.mT"),
        ("x @ y.transpose(-2, -1)", "y @ x.transpose(-2, -1)"),
        ("x / size", "x / size ** 0.5"),
        ("x / size ** 0.5", "x"),
        ("x * size ** 0.5", "x / size ** 0.5"),
        ("x / size ** 1 / 2", "x / size ** (1 / 2)"),
        ("x - y", "y - x"),
        ("x + y * x", "x + y * y"),
        ("x <= y", "x < y"),
        ("-x", "x"),
        ("x", "-x"),
        ("torch.softmax(x, dim=-1)", "torch.softmax(x / size ** 0.5, dim=-1)"),
        ("x.masked_fill(y, 0)", "x.masked_fill(~y, 0)"),
        ("(x, y)", "x"),
        ("x[:, 0]", "x[0, :]"),
        ("x.split(size)", "x.chunk(size)"),
        ("3 * y", "2 * (3 * y)"),
        ("3 * y", "size * (3 * y)"),
        ("list(range(size))", "list(range(size + 1))"),
        ("x.register_buffer('m', y)", "x.register_buffer('m', y, persistent=False)"),
        ("x.sum() / size", "x.mean()"),
        ("x.max(dim=0)", "x.max(dim=0).values"),
        ("torch.ones(size, y).tril()", "torch.ones(size, y).tril(diagonal=y - size)"),
        ("torch.triu(torch.ones(size, y), 1)", "torch.triu(torch.ones(size, y), diagonal=1 + y - size)"),
        ("torch.softmax(x, dim=-1)", "x / x.sum(dim=-1, keepdim=True)"),
        ("torch.tril(x)", "torch.tril(x) / torch.tril(x).sum(dim=-1, keepdim=True)"),
        ("x.get(y, 0)", "x[y]"),
        ("y.reshape(size, -1)", "y.transpose(1, 2).reshape(size, -1)"),
        ("y.view(size, -1)", "y.transpose(1, 2).reshape(size, -1)"),
        ("x.mean()", "x.sum(-1).mean()"),
        ("torch.mean(x * y)", "(x * y).sum(-1).mean()"),
        ("x.clamp(-80, 80)", "x - x.amax(dim=-1, keepdim=True)"),
        ("torch.clamp(x, max=80)", "x - x.amax(dim=-1, keepdim=True)"),
        ("x[:, y]", "x[torch.arange(x.shape[0], device=x.device), y]"),
        ("x * y.tril()", "x.masked_fill(y.tril() == 0, float('-inf'))"),
        ("torch.zeros_like(x)", "torch.full_like(x, float('-inf'))"),
        ("x.reshape(size, -1)", "x.transpose(-2, -1).reshape(size, -1)"),
        ("torch.zeros(size)", "torch.zeros(size, dtype=x.dtype, device=x.device)"),
        ("torch.zeros(size, dtype=x.dtype)", "torch.zeros(size, dtype=x.dtype, device=x.device)"),
    ],
)
def test_a_mistake_in_an_expression_has_an_edit_that_mends_it(wrong: str, right: str) -> None:
    function = "def f(x, y, size: int):\n    return {}\n"
    wanted = ast.dump(ast.parse(function.format(right)))
    assert any(ast.dump(ast.parse(text)) == wanted for text in programs(function.format(wrong)))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("x += y\n    return x", "x = x + y\n    return x"),
        ("x.add_(y)\n    return x", "x = x.add(y)\n    return x"),
        ("x.add(y)\n    return x", "x = x.add(y)\n    return x"),
        ("x = x - y\n    return x", "x -= y\n    return x"),
        ("z = x + y", "z = x + y\n    return z"),
        ("with torch.no_grad():\n        z = x\n    return z", "z = x\n    return z"),
        ("x = x.detach()\n    return x", "pass\n    return x"),
        ("z = y\n    y = x\n    return z", "y = x\n    z = y\n    return z"),
        ("z = x\n    w = y\n    v = 3\n    return z", "v = 3\n    w = y\n    z = x\n    return z"),
        ("v, w, x = y\n    return w", "v, x, w = y\n    return w"),
        ("z = []\n    return z", "z = [x]\n    return z"),
        ("z = 3\n    return z", "z = 3 * y\n    return z"),
        ("z = x + y\n    return z + z", "z = x + y\n    return 2 * (z + z)"),
        ("for z in x:\n        y = z\n    return y", "for z in sorted(x):\n        y = z\n    return y"),
        ("x = y(x)\n    z = y(x)\n    return x + z", "z = y(y(x))\n    return x + z"),
        ("x = y(x)\n    x = x + z(x)\n    return x", "x = x + z(y(x))\n    return x"),
        ("m = y.tril()\n    return x * m", "m = y.tril()\n    return x.masked_fill(m == 0, LOW)"),
        ("z = y @ torch.relu(x)\n    return z, x", "x = torch.relu(x)\n    z = y @ x\n    return z, x"),
        ("if y:\n        x = x[1:]\n    z = y(x)\n    return x + z", "z = y(x[1:])\n    return x + z"),
        (
            "w = torch.softmax(x, -1)\n    w = w.masked_fill(y, 0)\n    return w",
            "w = torch.softmax(x.masked_fill(y, LOW), -1)\n    return w",
        ),
        (
            "w = x.softmax(-1)\n    w = w * y\n    return w",
            "w = x.masked_fill(y == 0, LOW).softmax(-1)\n    return w",
        ),
        (
            "w = x.softmax(-1)\n    if y:\n        w = w.tril()\n    return w",
            "w = (x.masked_fill(LATER, LOW) if y else x).softmax(-1)\n    return w",
        ),
    ],
)
def test_a_mistake_in_a_statement_has_an_edit_that_mends_it(wrong: str, right: str) -> None:
    right = right.replace("LOW", "float('-inf')").replace("LATER", "torch.ones_like(x, dtype=torch.bool).triu(1)")
    wanted = ast.dump(ast.parse(f"def f(x, y):\n    {right}\n"))
    assert wanted in {ast.dump(ast.parse(text)) for text in programs(f"def f(x, y):\n    {wrong}\n")}


@pytest.mark.parametrize(
    "statement",
    ["y = torch.mean(*x)", "y = torch.clamp(*x)", "y = torch.softmax(*x)\n    y = y * x", "y = torch.mean(x, *x)"],
)
def test_starred_arguments_stop_no_edits(statement: str) -> None:
    assert programs(f"def f(x):\n    {statement}\n    return y / 2\n")


@pytest.mark.parametrize("name", ["flatten", "reshape", "view", "amax"])
def test_a_function_that_is_called_by_its_name_alone_stops_no_edits(name: str) -> None:
    assert f"def f(x, y):\n    return {name}(y, 1)\n" in programs(f"def f(x, y):\n    return {name}(x, 1)\n")


def test_of_calls_in_a_row_only_the_one_that_is_meant_changes() -> None:
    chain = "def f(q, k, m):\n    w = q.matmul(k).softmax(dim=-1)\n    w = w * m\n    return w\n"
    found = programs(chain)
    masked = chain.replace("q.matmul(k)", "q.matmul(k).masked_fill(m == 0, float('-inf'))").replace(
        "    w = w * m\n", ""
    )
    assert masked in found
    lost = "def f(q, k, m):\n    w = q.matmul(k).masked_fill(m == 0, float('-inf'))\n    return w\n"
    assert lost not in found


@pytest.mark.parametrize("call", ["torch.nn.functional.softmax(s, -1)", "self.softmax(s)", "F.softmax(s, -1)"])
def test_what_a_softmax_is_taken_of_is_an_argument_unless_it_is_a_method_of_it(call: str) -> None:
    text = f"def f(self, s, m):\n    w = {call}\n    w = w.masked_fill(m, 0)\n    return w\n"
    assert any(call.replace("(s", "(s.masked_fill(m, float('-inf'))") in program for program in programs(text))


@pytest.mark.parametrize(
    ("context", "kind"), [("torch.no_grad()", "no_grad"), ("torch.inference_mode()", "no_grad"), ("lock", "with")]
)
def test_of_what_stands_below_a_with_only_the_one_for_gradients_has_a_reason(context: str, kind: str) -> None:
    text = f"def f(x, lock):\n    with {context}:\n        y = x\n    return y\n"
    source, found = edits(text)
    without = [
        edit.kind for edit in found if source.edited(edit).endswith("def f(x, lock):\n    y = x\n    return y\n")
    ]
    assert without == [kind]


@pytest.mark.parametrize("rounding", ["round", "int"])
def test_a_number_that_is_rounded_may_have_to_be_rounded_up(rounding: str) -> None:
    text = "import math\n\n\ndef f(x):\n    return {}(x)\n"
    assert text.format("math.ceil") in programs(text.format(rounding))


def test_a_variable_that_is_read_once_holds_its_new_value_only() -> None:
    assert "read once" not in {edit.kind for edit in edits("def f(x, y):\n    x = y(x)\n    return y(x)\n")[1]}


@pytest.mark.parametrize("default", ["seen=[]", "*, seen={}"])
def test_a_default_that_all_calls_share_is_copied_in_each(default: str) -> None:
    source, found = edits(f"def f(x, {default}):\n    seen.append(x)\n    return seen\n")
    (edit,) = (item for item in found if item.kind == "shared default")
    assert "    seen = seen.copy()\n    seen.append(x)\n" in source.edited(edit)
    assert source.piece(edit.place) in {"[]", "{}"}


def test_a_change_that_was_copied_to_neighbouring_lines_is_made_in_all_of_them() -> None:
    wrong = "def f(x):\n    y = x.amax(-2)\n    z = 1\n    return y / x.sum(-2)\n"
    assert wrong.replace("-2", "-1") in programs(wrong)
    assert wrong.replace("z = 1\n", "z = 1\n\n").replace("-2", "-1") not in programs(
        wrong.replace("z = 1\n", "z = 1\n\n")
    )


def test_calls_that_are_left_out_in_one_line_are_told_together() -> None:
    source, found = edits("def f(x, y):\n    a, b = x.detach(), y.detach()\n    return a + b")
    both = next(edit for edit in found if "a, b = x, y\n" in source.edited(edit))
    assert both.kind == "calls"


def test_the_largest_number_is_one_of_each_slice_along_the_axis_that_is_given() -> None:
    assert "def f(x, dim):\n    return x - x.amax(dim=dim, keepdim=True)\n" in programs(
        "def f(x, dim):\n    return x - x.max()\n"
    )


@pytest.mark.parametrize("code", ["x[..., -2:]", "x[..., -size:-1]", "x[..., ::-1]", "x[None, -size:]"])
def test_a_slice_of_which_the_length_is_written_down_counts_from_the_end(code: str) -> None:
    _, found = edits(f"def f(x, size):\n    return {code}\n")
    assert "from the front" not in {edit.kind for edit in found}


def test_of_a_copied_change_all_lines_are_the_place() -> None:
    _, found = edits("def f(x):\n    a = x.min(dim=0)\n    b = x.max(dim=0)\n    return a, b\n")
    places = [edit.place for edit in found if edit.is_copied and edit.new.count(".values") == 2]
    assert [(place.line, place.end_line) for place in places] == [(6, 7)]


def test_what_a_model_is_given_may_be_cut_to_a_length_that_is_not_used() -> None:
    found = programs("def f(model, ids, steps, longest):\n    return model(ids) + steps\n")
    assert "def f(model, ids, steps, longest):\n    return model(ids[:, -longest:]) + steps\n" in found
    assert not any("-steps" in text and "ids[:" in text for text in found), "that one is used"


def test_an_entry_of_a_result_gets_a_sign() -> None:
    found = programs("def f(p, J):\n    J[0, 1] = p[0] * p[1]\n    return J\n")
    assert "def f(p, J):\n    J[0, 1] = -(p[0] * p[1])\n    return J\n" in found


def test_a_list_begins_with_a_parameter_that_is_not_called() -> None:
    found = programs("def f(df, x0):\n    path = []\n    path.append(df(x0))\n    return path\n")
    assert any("path = [x0]" in text for text in found)
    assert not any("path = [df]" in text for text in found)


def test_a_flag_is_no_size_and_a_constructor_uses_its_parameters() -> None:
    text = "class f(nn.Module):\n    def __init__(self, width, num_heads, causal=False):\n        super().__init__()\n"
    found = programs(f"{text}        self.num_heads = num_heads\n        self.scale = width ** -0.5\n")
    roots = {line.strip() for program in found for line in program.split("\n") if "** -0.5" in line}
    assert "self.scale = (width // num_heads) ** -0.5" in roots
    assert not any("self.num_heads **" in line for line in roots)
    _, ordered_edits = edits(f"{text}        self.num_heads = num_heads\n        self.scale = width ** -0.5\n")
    assert not any(edit.kind == "scale" and edit.new == "causal" for edit in ordered_edits)


def test_nothing_is_kept_of_calls_without_a_result_or_added_to_what_is_not_there() -> None:
    found = programs("def f(x):\n    y = x\n    x.append(y)\n    return y\n")
    assert not any("x = x.append" in text or "y += x" in text for text in found)


def test_a_parameter_without_an_annotation_may_be_the_size_of_a_missing_scale() -> None:
    found = programs("def f(x, d_k):\n    return torch.softmax(x, dim=-1)\n")
    assert "def f(x, d_k):\n    return torch.softmax(x / d_k ** 0.5, dim=-1)\n" in found


def test_cleared_gradients_and_an_update_without_gradients_are_put_in() -> None:
    found = programs(
        """\
        def f(model, x, rate):
            for _ in range(3):
                loss = model(x).sum()
                loss.backward()
                for p in model.parameters():
                    p -= rate * p.grad
        """
    )
    assert any("model.zero_grad()\n        loss.backward()" in text for text in found)
    assert any("with torch.no_grad():\n" in text for text in found)


def test_a_class_gets_layers_called_lists_that_torch_knows_and_super() -> None:
    text = """\
        class f(nn.Module):
            def __init__(self, n):
                self.heads = [nn.Linear(n, n) for _ in range(n)]
                self.out = nn.Linear(n, n)

            def forward(self, x):
                return x + x
        """
    found = programs(text)
    assert any("self.heads = nn.ModuleList([" in program for program in found)
    assert any("super().__init__()\n" in program for program in found)
    assert any("return self.out(x + x)" in program for program in found)


def test_a_product_with_the_weight_of_a_layer_becomes_its_call_in_all_lines_that_have_it() -> None:
    lines = "        q = {}\n        k = {}\n        return q - k\n"
    head = """class f(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.W_q = nn.Linear(n, n)
        self.W_k = nn.Linear(n, n)

    def forward(self, x):
"""
    calls = lines.format("self.W_q(x)", "self.W_k(x)")
    assert f"{head}{calls}" in programs(head + lines.format("x @ self.W_q.weight", "x @ self.W_k.weight"))
    assert f"{head}{calls}" in programs(head + lines.format("x @ self.W_q.weight.T", "x @ self.W_k.weight.T"))


def test_a_number_may_be_rounded_up_instead_of_cut_off() -> None:
    text = "import math\n\n\ndef f(x):\n    return {}(math.log(x))\n"
    assert text.format("math.ceil") in programs(text.format("int"))


def test_the_width_of_a_head_is_among_the_sizes_under_a_root() -> None:
    text = "def f(x, d_model, num_heads):\n    return x / {} ** 0.5\n"
    assert text.format("(d_model // num_heads)") in programs(text.format("d_model"))


def test_a_fixed_axis_may_be_the_one_that_the_function_is_given() -> None:
    text = "def f(x, dim):\n    e = x - x.amax(dim={0}, keepdim=True)\n    return e / e.sum(dim={0}, keepdim=True)\n"
    assert text.format("dim") in programs(text.format("-1")), "in both lines"


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("x.squeeze()", "x.squeeze(dim=-1)"),
        ("x.topk(2).values[:, -1]", "x.topk(2).values[:, -1:]"),
        ("x[..., 0]", "x[..., 0:1]"),
        ("x.unsqueeze(-2)", "x.unsqueeze(-3)"),
        ("torch.full((2,), 1.0, device=x.device)", "torch.full((2,), 1.0, device=x.device, dtype=x.dtype)"),
    ],
)
def test_a_lost_axis_may_be_kept_and_a_new_tensor_have_the_type_of_another(wrong: str, right: str) -> None:
    text = "def f(x):\n    y = {}\n    return y\n"
    assert text.format(right) in programs(text.format(wrong))


def test_a_return_may_have_to_stand_behind_the_loop() -> None:
    text = "def f(x):\n    for i in range(3):\n        x = x + i\n{}return x\n"
    source, found = edits(text.format("        "))
    edited = [source.edited(edit) for edit in found if edit.kind == "early return"]
    assert any(program.endswith(text.format("    ")) for program in edited)


def test_the_result_in_a_loop_may_have_to_be_handed_on() -> None:
    text = "def f(x, layers):\n    for layer in layers:\n        {} = layer(x)\n    return y\n"
    assert text.format("x = y") in programs(text.format("y"))


def test_a_decorator_that_stops_gradients_may_be_too_much() -> None:
    text = "class A:\n    {}\n    def forward(self, x):\n        return x\n"
    source, found = edits(text.format("@torch.no_grad()"), "A")
    (edit,) = [edit for edit in found if edit.kind == "decorator"]
    assert source.edited(edit).endswith(text.format(""))


def test_what_is_computed_before_a_loop_may_be_computed_in_it() -> None:
    text = "def f(df, x):\n    slope = df(x)\n    for _ in range(3):\n        x = x - {}\n    return x\n"
    assert text.format("df(x)") in programs(text.format("slope"))


def test_an_object_may_have_to_be_made_in_each_turn() -> None:
    made, loop = "    layer = nn.Linear(n, n)\n", "    found = []\n    for _ in range(n):\n"
    append = "        found.append(layer)\n"
    assert f"def f(n):\n{loop}    {made}{append}" in programs(f"def f(n):\n{made}{loop}{append}")


def test_a_parameter_whose_entries_are_assigned_may_have_to_be_copied() -> None:
    source, found = edits('def f(x):\n    """Text."""\n    y = x.sum()\n    x[0] = y\n    return x\n')
    edit = next(edit for edit in found if "    x = x.clone()\n    y = x.sum()\n" in source.edited(edit))
    assert (edit.kind, source.lines[edit.place.line - 1].strip()) == ("in place", "x[0] = y")


def test_what_a_loop_does_not_change_stays_before_it() -> None:
    text = "def f(df, x, y):\n    slope = df(y)\n    for _ in range(3):\n        x = x - {}\n    return x\n"
    assert text.format("df(y)") not in programs(text.format("slope"))


def test_a_count_may_be_a_term_too_small() -> None:
    text = "def f(vocabulary: int, width: int) -> int:\n    table = vocabulary * width\n    return table + width{}\n"
    assert text.format(" + 2 * width") in programs(text.format(""))


def test_an_attribute_that_nothing_reads_is_the_one_that_is_missing() -> None:
    text = (
        "class A:\n    def __init__(self, q, k):\n        self.q = q\n        self.k = k\n\n"
        "    def forward(self, x):\n        return self.q(x)\n"
    )
    _, found = edits(text, "A")
    assert [edit.new for edit in found if edit.kind == "unread attribute"] == ["self.k"]


def test_a_product_with_the_weight_of_a_layer_in_a_loop_may_be_its_call() -> None:
    text = "def f(x, layers):\n    return [{} for layer in layers]\n"
    assert text.format("layer(x)") in programs(text.format("x @ layer.weight.T"))


def test_a_missing_import_is_shown_where_the_name_is_read() -> None:
    source, found = edits("def f(x):\n    return x / math.sqrt(2)\n")
    edit = next(edit for edit in found if edit.kind == "import")
    assert source.edited(edit).startswith("import math\n")
    assert edit.place.line == 6


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("def f(a):\n    b = a * 2\n    return a + b\n", 2, 3),
        ("def f(a):\n    b = a * 2\n    return (a + b) / b\n", 3, 3),
        ("def f(a):\n    b = a * 2\n    c = a\n    d = a\n    return a + b\n", 2, 5),
    ],
)
def test_an_operand_that_is_left_out_is_shown_with_the_line_that_computes_it_alone(
    text: str, first: int, last: int
) -> None:
    _, found = edits(text)
    (edit,) = [edit for edit in found if (edit.kind, edit.old, edit.new) == ("operand", "a + b", "a")]
    above = HEAD.count("\n")
    assert (edit.place.line - above, edit.place.end_line - above) == (first, last)


def test_all_other_text_stays_as_it_is() -> None:
    source, found = edits("# a comment\ndef f(x):  # another\n    return x.sum( dim=0 )  # third\n\n\ny = 'é'\n")
    edit = next(edit for edit in found if edit.kind == "axis")
    before, after = source.lines, source.edited(edit).split("\n")
    assert [number for number, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]] == [6]
    assert after[6].endswith(" )  # third")


def test_columns_count_letters_and_not_bytes() -> None:
    source, found = edits("def f(x):\n    é = 'ä'; return x.sum(dim=0)\n")
    edit = next(edit for edit in found if edit.kind == "axis")
    assert source.piece(edit.span) == "0"


def test_edits_come_in_a_fixed_order_small_ones_first_and_each_program_once() -> None:
    text = "def f(x, y):\n    return x.sum(dim=0).detach() + y\n"
    source, found = edits(text)
    assert found == edits(text)[1]
    assert [edit.rank for edit in found] == sorted(edit.rank for edit in found)
    made = [source.edited(edit) for edit in found]
    assert len(set(made)) == len(made)
    assert source.text not in made


def test_every_edit_is_valid_python() -> None:
    source, found = edits(
        "def f(x, *, dim: int = 1):\n    if dim:\n        return x[:, None, :2]\n    return f'{x}', -x @ x\n"
    )
    for edit in found:
        ast.parse(source.edited(edit))


def test_helpers_and_constants_are_edited_and_other_exercises_are_not() -> None:
    functions = ("helper(x):\n    return x + 3", "other(x):\n    return x", "f(x):\n    return other(helper(x)) * SIZE")
    text = "SIZE = 2\n\n\n" + "\n\n\n".join(f"def {function}" for function in functions)
    lines = {edit.span.line for edit in edits(text, others=frozenset({"other"}))[1]}
    assert {5, 9, 17} <= lines
    assert 13 not in lines


def test_of_two_definitions_the_last_one_counts() -> None:
    lines = {edit.span.line for edit in edits("def f(x):\n    return x + 1\n\n\ndef f(x):\n    return x + 1\n")[1]}
    assert lines == {10}


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("x.sum(\n    dim=0,\n)", "x.sum(dim=1)", (4, 8, 4, 9)),
        ("scores / d_k", "scores / d_k ** 0.5", (3, 4, 3, 16)),
        ('f("a", x)', "f('a', y)", (3, 11, 3, 12)),
        ("f(a).detach()", "f(a)", (3, 8, 3, 17)),
        ("-2", "-1", (3, 4, 3, 6)),
        ("loss.backward()", "model.zero_grad()\n    loss.backward()", (3, 4, 3, 19)),
    ],
)
def test_the_part_that_changes_is_found(old: str, new: str, part: tuple[int, ...]) -> None:
    source = ParsedText(f"#\ndef f():\n    {old}\n")
    span = source.span(source.tree.body[0].body[0])  # type: ignore[attr-defined]
    found = changed_part(span, old, new)
    assert (found.line, found.column, found.end_line, found.end_column) == part


def test_the_variable_of_a_loop_is_not_computed_in_the_line_of_the_loop() -> None:
    _, found = edits(
        "def f(T):\n    n = 0\n    for i in range(T):\n        for j in range(i):\n            n += 1\n    return n\n"
    )
    places = {(edit.place.line, edit.place.end_line) for edit in found if edit.old == "i"}
    assert len(places) == 1
    assert all(first == last for first, last in places)


def test_a_loop_over_what_is_before_may_be_one_over_what_is_behind() -> None:
    text = "def f(T):\n    n = 0\n    for i in range(T):\n        for j in {}:\n            n += j\n    return n\n"
    assert text.format("range(i + 1, T)") in programs(text.format("range(i)"))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("s * seen.tril()", 's.masked_fill(seen.tril() == 0, float("-inf"))'),
        ("torch.tril(s)", 's.masked_fill(torch.ones_like(s, dtype=torch.bool).triu(1), float("-inf"))'),
    ],
)
def test_scores_that_a_triangle_makes_zero_may_have_to_be_infinite(wrong: str, right: str) -> None:
    text = "def f(s, seen):\n    s = {}\n    return s.softmax(-1)\n"
    found = {
        program.replace("'", '"').replace("(s)", "s").replace("(seen.tril())", "seen.tril()")
        for program in programs(text.format(wrong))
    }
    assert text.format(right) in found


def test_a_constant_of_the_file_that_a_mask_fills_in_may_have_to_be_infinite() -> None:
    text = "HIDDEN = -1e-9\n\n\ndef f(scores, mask):\n    return scores.masked_fill(mask, HIDDEN)\n"
    assert text.replace("-1e-9", "float('-inf')") in programs(text)


@pytest.mark.parametrize("moved", ["movedim(dim, -1)", "transpose(0, 1)"])
def test_what_is_returned_may_have_to_get_its_axes_back(moved: str) -> None:
    text = "def f(x, dim):\n    rows = x.{}\n    return {}\n"
    name, axes = moved.split("(")
    back = f"(rows / rows.sum()).{name}({', '.join(reversed(axes[:-1].split(', ')))})"
    assert text.format(moved, back) in programs(text.format(moved, "rows / rows.sum()"))
    assert not any("movedim" in program for program in programs("def f(x):\n    return x / x.sum()\n"))


@pytest.mark.parametrize(
    ("later", "mask"),
    [("e.tril()", "torch.ones_like(z, dtype=torch.bool).triu(1)"), ("e.masked_fill(seen, 0)", "seen")],
)
def test_a_maximum_may_have_to_be_taken_without_what_is_hidden_later(later: str, mask: str) -> None:
    text = "def f(z, seen):\n    e = torch.exp(z - {}.amax(dim=-1, keepdim=True))\n    return {}\n"
    right = text.format(f"z.masked_fill({mask}, float('-inf'))", later)
    assert right in programs(text.format("z", later))
    assert not any("-inf" in program for program in programs("def f(z):\n    return z - z.amax(dim=-1)\n"))


def test_a_maximum_of_a_function_is_taken_without_what_is_hidden_as_well() -> None:
    text = "def f(z):\n    top = torch.amax({}, dim=-1)\n    return (z - top).tril()\n"
    right = "z.masked_fill(torch.ones_like(z, dtype=torch.bool).triu(1), float('-inf'))"
    assert text.format(right) in programs(text.format("z"))


def test_places_may_have_to_be_counted_in_place_of_a_search_for_the_first_equal_item() -> None:
    text = "def f(words, ids):\n    for {}:\n{}        ids[at] = word\n    return ids\n"
    wrong = text.format("word in words", "        at = words.index(word)\n")
    assert text.format("at, word in enumerate(words)", "") in programs(wrong)
    other = wrong.replace("words.index", "others.index")
    assert not any("enumerate(words):" in program for program in programs(other))


@pytest.mark.parametrize("first", ["rows[0]", "float('-inf')"])
def test_a_search_for_the_largest_may_have_to_begin_elsewhere(first: str) -> None:
    text = "def f(rows):\n    top = {}\n    for row in rows:\n        top = torch.maximum(top, row)\n    return top\n"
    assert text.format(first) in programs(text.format("torch.zeros(3)"))
    summed = text.format("torch.zeros(3)").replace("maximum", "add")
    assert not any(first in program for program in programs(summed))


def test_two_searches_may_have_to_begin_elsewhere() -> None:
    text = dedent(
        """\
        def f(rows):
            low = {0}
            high = {0}
            for row in rows:
                low = low.minimum(row)
                high = high.maximum(row)
            return low, high
        """
    )
    assert text.format("rows[0]") in programs(text.format("torch.zeros(3)"))


def test_names_on_the_left_may_be_in_another_order() -> None:
    text = "def f(x):\n    {} = x.shape\n    return a\n"
    assert text.format("a, c, b") in programs(text.format("a, b, c"))


def test_no_edit_makes_both_sides_of_a_condition_alike() -> None:
    found = programs("class f:\n    def g(self):\n        return self.a and self.b\n")
    assert any("return self.a\n" in program for program in found)
    assert not programs("def f(a, b):\n    return a and b\n") & {
        f"def f(a, b):\n    return {x} and {x}\n" for x in "ab"
    }
    assert not any("self.a and self.a" in program for program in found)


def test_where_a_maximum_is_taken_nothing_more_is_taken_away_before_exp() -> None:
    text = "def f(x):\n    y = x - x.amax(-1, keepdim=True)\n    return torch.exp(y)\n"
    assert not any("y - y.amax" in program for program in programs(text))


def test_a_number_whose_parity_is_asked_for_may_have_to_be_rounded_down_to_an_even_one() -> None:
    text = "def f(c, d):\n    wave = c % 2\n    return wave * 10 ** (c / d)\n"
    assert text.replace("(c / d)", "((c - c % 2) / d)") in programs(text)
    assert not any("c - c % 2" in program for program in programs(text.replace("c % 2", "c % 3")))
