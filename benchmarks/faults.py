"""The small faults that `benchmarks.mutants` plants: what is changed, and what is not worth it."""

from __future__ import annotations

import ast
import random
from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMPLETE = "predict/complete"
AREAS = {
    "arithmetic": ("arithmetic/*.py",),
    "rules": (f"{COMPLETE}/rules/*.py",),
    "search": (f"{COMPLETE}/search/*.py",),
    "ensemble": (f"{COMPLETE}/ensemble/*.py",),
    "probes": ("predict/probe/*.py",),
    "embeddings": ("embeddings.py", "units.py"),
    "splits": ("corpus/split.py",),
    "limits": ("text.py", "files.py"),
}
_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
_COUNTED = 2  # larger constants are tuned: one more or less of them is no fault
_NOT_CODE = (ast.JoinedStr, ast.Raise, ast.Assert, ast.AnnAssign, ast.arguments)
_SPENDS = ("spend",)  # calls that take steps off a budget
_SEARCHES = ("solve",)  # calls that look into a sequence inside another, so deep and so wide
_CHECKS = ("strict", "assume_unique")  # keywords that save time or check our own work
_BOUNDS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One small change to one file."""

    area: str
    path: str
    line: int
    source: str  # of the line
    was: str
    now: str
    text: str  # of the whole file

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.was[:70]}  ->  {self.now[:70]}"


def sources(area: str) -> list[Path]:
    """The files of an area, in order."""
    source = ROOT / "src/int2vec"
    found = {file for pattern in AREAS[area] for file in source.glob(pattern)}
    return sorted(found)


def sample(n: int, seed: int, areas: list[str] | None = None) -> list[Mutant]:
    """So many changes, as many of each area, the same ones for a seed."""
    chosen = list[Mutant]()
    names = areas or list(AREAS)
    for i, area in enumerate(names):
        every = [mutant for file in sources(area) for mutant in mutants_of(area, file)]
        share = n * (i + 1) // len(names) - n * i // len(names)
        chosen += random.Random(f"{seed} {area}").sample(every, min(share, len(every)))
    return chosen


def mutants_of(area: str, path: Path) -> Iterator[Mutant]:
    """Every change of a file, in the order of its lines."""
    whole = path.read_bytes()
    starts, lines = [0], whole.splitlines(keepends=True)
    for line in lines:
        starts.append(starts[-1] + len(line))
    tree = ast.parse(whole)
    for node in _code(tree, {id(part) for part in _budgets(tree)}):
        if (now := _changed(node)) is not None:
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            yield Mutant(
                area=area,
                path=path.relative_to(ROOT).as_posix(),
                line=node.lineno,
                source=lines[node.lineno - 1].decode(),
                was=ast.unparse(node),
                now=now,
                text=(whole[:start] + f"({now})".encode() + whole[end:]).decode(),
            )


def _code(node: ast.AST, budgets: Set[int]) -> Iterator[ast.expr]:
    """The expressions below a node that say what is done."""
    for child in ast.iter_child_nodes(node):
        if _is_no_fault(child) or child in getattr(node, "decorator_list", ()):
            continue
        if isinstance(child, ast.expr) and id(child) not in budgets:
            yield child
        yield from _code(child, budgets)


def _budgets(tree: ast.AST) -> Iterator[ast.AST]:
    """How deep and wide sequences inside others are searched; a setting, and one more or less."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and _calls(node.value, _SEARCHES):
            yield from ast.walk(node.slice)
        if isinstance(node, ast.Call) and _calls(node, _SEARCHES):
            for argument in node.args[1:]:
                yield from ast.walk(argument)
        if isinstance(node, ast.BinOp) and _is_tuned(node):
            yield from (node, node.right)


def _calls(node: ast.AST, names: Collection[str]) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in names
    )


def _is_no_fault(node: ast.AST) -> bool:
    """Messages, types, defaults, named settings, budgets, checks of our own work."""
    if isinstance(node, ast.Assign):
        names = [n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
        plain = (
            ast.Constant,
            ast.Tuple,
            ast.BinOp,
            ast.operator,
            ast.UnaryOp,
            ast.unaryop,
            ast.Load,
        )
        number = all(isinstance(part, plain) for part in ast.walk(node.value))
        return number and all(map(str.isupper, names))
    if _calls(node, _SPENDS):
        return True
    return isinstance(node, _NOT_CODE) or (isinstance(node, ast.keyword) and node.arg in _CHECKS)


def _is_tuned(node: ast.expr) -> bool:
    """A setting by its name, one more or less, or a number above those that are counted with."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float) and node.value > _COUNTED
    if isinstance(node, ast.BinOp):
        return isinstance(node.right, ast.Constant) and _is_setting(node.left)
    return _is_setting(node)


def _is_setting(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id.isupper()


def _changed(node: ast.expr) -> str | None:
    """The expression with one thing about it changed."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHER:
        if isinstance(node.ops[0], _BOUNDS) and (
            _is_tuned(node.left) or _is_tuned(node.comparators[0])
        ):
            return None  # the bound itself is tuned, and one more or less of it no fault
        ops = [_OTHER[type(node.ops[0])](), *node.ops[1:]]
        return ast.unparse(ast.Compare(node.left, ops, node.comparators))  # type: ignore[arg-type]
    if isinstance(node, ast.BinOp) and type(node.op) in _OTHER:
        other = _OTHER[type(node.op)]()
        return ast.unparse(ast.BinOp(node.left, other, node.right))  # type: ignore[arg-type]
    if isinstance(node, ast.BoolOp):
        return ast.unparse(ast.BoolOp(_OTHER[type(node.op)](), node.values))  # type: ignore[arg-type]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return ast.unparse(node.operand)
    if isinstance(node, ast.IfExp):
        return ast.unparse(ast.IfExp(node.test, node.orelse, node.body))
    if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        if type(node.value) is bool:
            return str(not node.value)
        return str(node.value + 1) if node.value <= _COUNTED else None
    return None
