"""The same modules with nothing to look at: hook points taken out, attention fused.

A hook point is taken out of the code and not only made idle: in the source of each module's
``forward``, ``self.scores(x)`` becomes ``x``. So the baseline pays for no call at all, and it keeps
up with the model, however its modules are written.
"""

import __future__

import ast
import copy
import inspect
import sys
import textwrap
from functools import cache
from typing import TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from transformer_viz.capture.trace import capture
from transformer_viz.model.attention import MultiHeadAttention
from transformer_viz.model.hooks import HookPoint

Model = TypeVar("Model", bound=nn.Module)


class FusedAttention(MultiHeadAttention):
    """The same weights, and one call to torch's fused attention; there is no cache."""

    def forward(self, x_q: Tensor, x_kv: Tensor, may_attend: Tensor, *_: object) -> Tensor:
        q, k, v = (
            w(x).unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
            for w, x in ((self.w_q, x_q), (self.w_k, x_kv), (self.w_v, x_kv))
        )
        context = F.scaled_dot_product_attention(q, k, v, attn_mask=may_attend)
        return self.w_o(context.transpose(1, 2).flatten(2))


class TakeOut(ast.NodeTransformer):
    """Replaces ``self.name(x)`` by ``x`` for every name of a hook point."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        is_hook = isinstance(called, ast.Attribute) and called.attr in self.names
        return node.args[0] if is_hook and ast.unparse(called.value) == "self" else node


@cache
def _bare(kind: type, names: frozenset[str]) -> type:
    tree = TakeOut(names).visit(ast.parse(textwrap.dedent(inspect.getsource(kind))))
    namespace = dict(vars(sys.modules[kind.__module__]))
    flags = __future__.annotations.compiler_flag
    exec(compile(ast.fix_missing_locations(tree), kind.__qualname__, "exec", flags), namespace)
    return namespace[kind.__name__]


def plain(model: Model) -> Model:
    """A copy of ``model`` without hook points, its attention fused."""
    bare = copy.deepcopy(model)
    for module in bare.modules():
        names = frozenset(k for k, x in vars(module).items() if isinstance(x, HookPoint))
        if isinstance(module, MultiHeadAttention):
            module.__class__ = FusedAttention
        elif names:
            module.__class__ = _bare(type(module), names)
    return bare


def assert_same(model: nn.Module, bare: nn.Module, *token_ids: Tensor) -> None:
    """Both give the same logits, and ``bare`` shows nothing of how it came by them."""
    with capture() as trace:
        logits = bare(*token_ids)
    assert not trace, f"hook points are left: {list(trace)[:3]}"
    torch.testing.assert_close(logits, model(*token_ids), atol=1e-5, rtol=1e-5)
