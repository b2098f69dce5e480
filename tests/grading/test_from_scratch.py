"""The from-scratch rule: what is recorded cannot be taken back, and what could go round the record is listed."""

from collections.abc import Callable

import pytest

from autograder.course import Course, Limits
from autograder.grading.code_reading import CodeReading
from autograder.grading.from_scratch import reflection
from autograder.sandbox.guest.code_scan import scan_file
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level, why_unavailable
from tests.helpers.library_rules import RULES

CALL = {"target": "f", "calls": [{"args": [], "named": {}}]}
LEVELS = [level for level in Level if why_unavailable(level) is None]

# A line of code for each word of a rule; the word has to be found in it.
LINES = {
    "softmax": "nn.Softmax(dim=-1)(z)",
    "softmin": "nn.Softmin(dim=-1)(z)",
    "logsumexp": "z.logsumexp(-1)",
    "logcumsumexp": "torch.logcumsumexp(z, -1)",
    "scaled_dot_product": "F.scaled_dot_product_attention(q, k, v)",
    "multi_head_attention": "F.multi_head_attention_forward(q)",
    "MultiheadAttention": "nn.MultiheadAttention(4, 2)",
    "transformer_encoder_layer": "torch._transformer_encoder_layer_fwd(x)",
    "flex_attention": "torch.nn.attention.flex_attention.flex_attention(q, k, v)",
    "math_attention": "torch._higher_order_ops.flex_attention.math_attention(q)",
    "flash_attention": "torch.ops.aten._flash_attention_forward(q)",
    "efficient_attention": "torch.ops.aten._efficient_attention_forward(q)",
    "cudnn_attention": "torch.ops.aten._cudnn_attention_forward(q)",
    "triton_scaled_dot": "torch.ops.aten._triton_scaled_dot_attention(q)",
    "onnx": "torch.onnx.ops.attention(q, k, v)",
    "generate_square_subsequent_mask": "nn.Transformer.generate_square_subsequent_mask(4)",
    "CausalBias": "torch.nn.attention.bias.CausalBias(1, 4, 4)",
    "causal_upper_left": "torch.nn.attention.bias.causal_upper_left(4, 4)",
    "causal_lower_right": "torch.nn.attention.bias.causal_lower_right(4, 4)",
    "torch.optim": "SGD([p], lr=0.1)",
    "_fused_sgd": "torch._fused_sgd_(p)",
    "_fused_ada": "torch._fused_adamw_(p)",
    "layer_norm": "F.layer_norm(x, [4])",
    "group_norm": "F.group_norm(x, 2)",
    "rms_norm": "F.rms_norm(x, [4])",
    "batch_norm": "F.batch_norm(x, m, v)",
    "instance_norm": "F.instance_norm(x)",
    "local_response_norm": "F.local_response_norm(x, 2)",
    "cross_entropy": "F.cross_entropy(x, y)",
    "nll_loss": "F.nll_loss(x, y)",
    "kl_div": "F.kl_div(x, y)",
    "nn.Transformer": "nn.Transformer(8, 2)",
    "transformer_decoder": "torch._transformer_decoder_only_layer_fwd(x)",
}
IMPORTS = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nfrom torch.optim import SGD\n"


@pytest.mark.parametrize(("rule", "word"), [(rule, word) for rule, words in RULES.items() for word in words.calls])
def test_each_word_of_a_rule_is_found_in_code_that_uses_it(rule: str, word: str) -> None:
    words = scan_file((IMPORTS + LINES[word]).encode(), set())["words"]
    assert [name for name in RULES[rule].forbidden_among(words) if word.casefold() in name.casefold()]


def test_a_name_is_followed_to_the_path_that_it_was_imported_from() -> None:
    source = b"import torch.optim as way\nfrom torch import nn as layers\nstep = way.sgd\nstep.sgd\nlayers.Softmax"
    assert {"torch.optim.sgd.sgd", "torch.nn.Softmax"} <= set(scan_file(source, set())["words"])


def test_what_is_imported_from_the_submission_itself_is_no_word() -> None:
    source = b"from multihead import MultiHeadAttention\nimport helpers\nMultiHeadAttention(4, 2)"
    assert scan_file(source, {"multihead", "helpers"})["words"] == []


REFLECTION = {
    "import sys\nsys._getframe(1)": "stack frames",
    "try: f()\nexcept ValueError as error: error.__traceback__.tb_frame.f_back": "stack frames",
    "import sys as system\nsystem.settrace(None)": "trace hooks",
    "from gc import get_objects": "the garbage collector's objects",
    "import sys\nsys.modules['torch']": "the table of modules",
    "import importlib\nimportlib.reload(torch)": "the table of modules",
    "import ctypes": "foreign functions",
    "import torch\ntorch._C._nn.linear": "torch's inner parts",
    "import torch\ngetattr(torch, '_C')": "torch's inner parts",
    "from torch.library import Library": "torch's dispatcher",
    "import inspect, torch\ninspect.getsource(torch)": "source code as text",
    "import torch\nopen(torch.__file__)": "source code as text",
    "import marshal": "code from data",
    "f.__wrapped__": "the inside of a function",
    "object.__subclasses__()": "the inside of a class",
    "exec('x = 1')": "exec()",
    "run = eval": "eval()",
    "globals()['f']": "a namespace by its dictionary",
    "import torch\nvars(torch)": "a namespace by its dictionary",
    "import torch\ntorch.__dict__": "a namespace by its dictionary",
    "import torch\ngetattr(torch, 'soft' + 'max')": "names that are put together at run time",
    "import torch\nfor name in names: getattr(torch, name)": "names that are put together at run time",
    "__import__(name)": "names that are put together at run time",
    "from importlib import import_module\nimport_module('to' + 'rch')": "names that are put together at run time",
    "import random\nrandom.seed = f": "the replaced attribute random.seed",
    "from torch import Tensor\nTensor.detach = f": "the replaced attribute torch.Tensor.detach",
    "import torch\nT = torch.Tensor\nT.detach = f": "the replaced attribute torch.Tensor.detach",
    "type(x).detach = f": "the replaced attribute detach",
    "import torch\nsetattr(torch.Tensor, 'detach', f)": "a replaced attribute of torch.Tensor",
    "from unittest import mock": "replaced attributes",
    "import torch\ntorch._meta_registrations.global_decomposition_table": "torch's inner parts",
    "import sys\n[sys][0].modules": "the module sys as a value",
    "import torch\nmatch torch:\n    case object(_C=inner): pass": "torch's inner parts",
    "import torch\ng = getattr": "names that are put together at run time",
    "import builtins\nbuiltins.exec('x = 1')": "names that are put together at run time",
    "import pickle\npickle.Unpickler(file).load()": "code from data",
    "import torch\ntorch.load(file)": "code from data",
    "import torch\ntorch.sys.modules": "the table of modules",
    "list(map(getattr, [torch], ['_C']))": "names that are put together at run time",
    "f.__class__ = g": "the replaced attribute __class__",
    "import cProfile": "the module cProfile",
    "from inspect import signature": "the module inspect",
    "from torch import (nn, onnx)": "the module torch.onnx",
    "from torch.onnx.ops import attention": "the module torch.onnx.ops",
    "import torch\ntorch.sparse.softmax(x, -1)": "the module torch.sparse",
    "from torch import nn\nlook(nn.functional)": "the module torch.nn.functional as a value",
    "import torch.nn.functional as F\nlook(F)": "the module F as a value",
    "from torch.nn import functional as F\nlook(F)": "the module torch.nn.functional as a value",
    "def f(thing, name):\n    return getattr(thing, name)": "names that are put together at run time",
    "def f(thing): return dir(thing)": "a namespace by its dictionary",
    "def f(thing): return thing.__dict__": "a namespace by its dictionary",
}
HONEST = [
    "import sys\nprint(sys.version, file=sys.stderr)\nsys.exit",
    "import gc\ngc.collect()",
    "model.eval()\npattern = re.compile('a')",
    "self.scale = 1\nself.layer.weight.data = w\np.grad = None\nmodel.W_query.weight.requires_grad = False",
    "getattr(self, f'W_{name}')\nsetattr(self, name, layer)\nvars(self)\nself.__dict__",
    "for name in ('W_query', 'W_key'): getattr(head, name)",
    "hasattr(x, 'detach')\ngetattr(x, 'device', None)",
    "if __name__ == '__main__': main()",
    "import torch\ntorch.backends.cudnn.deterministic = True\ntorch.manual_seed(0)",
    "type(x).__name__\nx.__class__.__name__",
    "import importlib.metadata\nimportlib.metadata.version('torch')",
    "def compile(x): return x\ncompile(3)",
    "def report(model, eval=True):\n    if eval: model.eval()",
    "import sys, io\nsys.stdout = io.StringIO()\nif 'google.colab' in sys.modules: pass",
    "if 'DEVICE' not in globals(): DEVICE = 'cpu'",
    "self._C = 3\nvars(self)",
    "NAMES = ('W_Q', 'W_K')\nfor name in NAMES: getattr(model, name)",
    "for name, layer in zip(['W_Q', 'W_K'], layers): setattr(head, name, layer)",
    "import torch\nfrom torch import nn\nF = nn.functional\nF.elu(x)\ntorch.cuda.is_available()",
    "import os, time, copy\nfrom pathlib import Path\nimport matplotlib.pyplot as plt\nfrom tqdm.auto import tqdm",
    "from torch.utils.checkpoint import checkpoint\nfrom torch.func import grad\nimport torch.distributions",
    "import torch\ntorch._foreach_add_([p], [g], alpha=-0.1)",
]


@pytest.mark.parametrize(("source", "what"), REFLECTION.items())
def test_what_reaches_into_python_or_torch_is_listed_with_its_line(source: str, what: str) -> None:
    last = source.count("\n") + 1
    assert (last, what) in [tuple(item) for item in scan_file(source.encode(), set())["reflection"]]


@pytest.mark.parametrize("source", HONEST)
def test_what_honest_programs_do_is_not_listed(source: str) -> None:
    assert scan_file(source.encode(), set())["reflection"] == []


@pytest.fixture
def reading(fork_servers: Callable[[Level], ForkServer], limits: Limits) -> Callable[[bytes], CodeReading]:
    return lambda source: CodeReading(
        fork_servers(select_level(None)), limits, SubmissionFiles({"a.py": source}, "a.py")
    )


@pytest.mark.parametrize("source", REFLECTION)
def test_the_scan_sends_every_such_file_to_be_read(source: str, reading: Callable[[bytes], CodeReading]) -> None:
    assert reading(source.encode()).reflection


def test_only_files_of_exercises_with_a_rule_are_listed(
    course: Course, reading: Callable[[bytes], CodeReading]
) -> None:
    code = reading(b"import sys\nsys.modules\nexec('')\nexec('')")
    ruled, free = course.exercise("01", "softmax"), course.exercise("01", "n_params_self_attention")
    (anomaly,) = reflection(ruled, (), code)
    assert anomaly.evidence == "the code uses the table of modules (a.py:2); exec() (a.py:3, a.py:4)"
    assert reflection(free, (), code) == ()


TRIES = """
import os
def f():
    return [tried(os.close, 60), tried(os.dup2, 0, 60), tried(os.read, 60, 1), tried(os.set_blocking, 60, False),
            tried(os.open, "/proc/self/fd/60", os.O_RDONLY | os.O_NONBLOCK)]

def tried(function, *args):
    try:
        function(*args)
    except OSError as error:
        return True
    return False
"""


@pytest.mark.parametrize("level", LEVELS)
def test_a_worker_can_neither_close_replace_nor_read_its_record(
    level: Level, fork_servers: Callable[[Level], ForkServer], limits: Limits
) -> None:
    with SandboxClient(fork_servers(level), SubmissionFiles({"a.py": TRIES.encode()}, "a.py"), limits) as session:
        (report,) = session.ask([CALL])
    assert report["calls"][0]["value"] == [True] * 5  # type: ignore[index]


def library_calls(fork_server: ForkServer, limits: Limits, source: str) -> set[str]:
    with SandboxClient(fork_server, SubmissionFiles({"a.py": source.encode()}, "a.py"), limits) as session:
        session.ask([CALL])
        return session.library_calls


RECORDED = {
    "before it hangs": "def f():\n    z.softmax(-1)\n    while True: pass",
    "before it dies": "def f():\n    z.softmax(-1)\n    os._exit(0)",
    "behind 200,000 others": "def f():\n    [os.write(60, bytes(50_000)) for _ in range(4)]\n    z.softmax(-1)",
    "while the answer is encoded": "detach = torch.Tensor.detach\n"
    "torch.Tensor.detach = lambda self: (torch.softmax(detach(self), -1), detach(self))[1]\ndef f(): return z + 1",
}


@pytest.mark.parametrize("source", RECORDED.values(), ids=RECORDED)
def test_a_call_is_recorded(source: str, fork_servers: Callable[[Level], ForkServer], impatient: Limits) -> None:
    source = f"import os, torch\nz = torch.ones(2, 2)\n{source}"
    assert "_softmax" in library_calls(fork_servers(select_level(None)), impatient, source)


def test_a_call_in_another_namespace_is_recorded(fork_servers: Callable[[Level], ForkServer], limits: Limits) -> None:
    source = """import torch.onnx.ops
def f():
    q = torch.ones(1, 1, 2, 2)
    return torch.ops.onnx.Attention.opset23(q, q, q, qk_matmul_output_mode=3)[0]"""
    assert library_calls(fork_servers(select_level(None)), limits, source) == {"torch.onnx.ops.attention", "_softmax"}


def test_a_comparison_at_the_top_of_a_file_is_not_recorded(
    fork_servers: Callable[[Level], ForkServer], limits: Limits
) -> None:
    source = "import torch\nassert torch.softmax(torch.ones(2), 0)[0] == 0.5\ndef f(): return 1"
    assert library_calls(fork_servers(select_level(None)), limits, source) == set()
