"""What the names of a file stand for: the dotted paths of what it imports."""

import ast
from collections.abc import Sequence


class Names:
    """Maps the names that imports bind, and plain aliases of them, to dotted paths; one map for the whole file."""

    def __init__(self, nodes: Sequence[ast.AST], own_modules: set[str]) -> None:
        self._own_modules = own_modules
        self._paths: dict[str, str] = {}
        self.own: set[str] = set()  # what is imported from the submission's own files
        self.modules: set[str] = set()  # what `import` binds
        self.assigned = {
            node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        } - {alias.asname or alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        for node in nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._bind(node)
        for node in nodes:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self._bind_alias(node.targets[0].id, node.value)

    def path(self, node: ast.AST) -> str | None:
        """The dotted path of an imported name or of its attribute: `F.elu` is `torch.nn.functional.elu`."""
        if isinstance(node, ast.Name):
            return self._paths.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.path(node.value)
            return f"{owner}.{node.attr}" if owner else None
        return None

    def imported_by(self, node: ast.Import | ast.ImportFrom) -> list[str]:
        """The dotted paths of all that a statement imports; nothing for the submission's own files."""
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names if not self._is_own(alias.name)]
        module = node.module or ""
        return [] if node.level or self._is_own(module) else [f"{module}.{alias.name}" for alias in node.names]

    def _bind(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            module = alias.name if isinstance(node, ast.Import) else node.module or ""
            bound = alias.asname or (alias.name.split(".")[0] if isinstance(node, ast.Import) else alias.name)
            if self._is_own(module) or (isinstance(node, ast.ImportFrom) and node.level):
                self.own.add(bound)
            elif isinstance(node, ast.ImportFrom):
                self._paths[bound] = f"{module}.{alias.name}"
            else:
                self._paths[bound] = alias.name if alias.asname else bound
                self.modules.add(bound)

    def _bind_alias(self, name: str, value: ast.AST) -> None:
        path = self.path(value)
        if path is not None:
            self._paths.setdefault(name, path)

    def _is_own(self, module: str) -> bool:
        return module.split(".", maxsplit=1)[0] in self._own_modules
