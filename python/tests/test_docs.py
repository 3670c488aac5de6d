"""The examples of the docstrings and of docs/PYTHON.md."""

import ast
import contextlib
import doctest
import importlib.util
import inspect
import os
import pathlib
import pkgutil
import shutil
import subprocess
import sys
import tempfile
import unittest

import demesne.gym
import demesne.spiel

STUBS = pathlib.Path(__file__).resolve().parents[1] / "demesne" / "__init__.pyi"
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "PYTHON.md"


class Examples(unittest.TestCase):
    def test_docstrings(self):
        attempted = 0
        for module in ["demesne", *(f"demesne.{m.name}" for m in pkgutil.iter_modules(demesne.__path__))]:
            with self.subTest(module=module):
                result = doctest.testmod(importlib.import_module(module))
                self.assertEqual(result.failed, 0)
                attempted += result.attempted
        self.assertGreater(attempted, 20)

    def test_page(self):
        try:
            import networkx  # noqa: F401
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest("needs networkx and numpy")
        if not (shutil.which("gentreeg") or shutil.which("nauty-gentreeg")):
            self.skipTest("needs gentreeg of nauty")
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 20)


class Stubs(unittest.TestCase):
    """The stubs have the names and the arguments of the package."""

    def arguments(self, node):
        return [a.arg for a in node.args.posonlyargs + node.args.args + node.args.kwonlyargs]

    def test_names_and_arguments(self):
        names = self.check(demesne, STUBS)
        self.assertEqual(sorted(names), sorted(demesne.__all__))
        for module in (demesne.gym, demesne.spiel):
            names = self.check(module, STUBS.parent / f"{module.__name__.partition('.')[2]}.pyi")
            self.assertTrue({"VoronoiEnv", "VoronoiGame"} & set(names))

    def test_stub_is_up_to_date(self):
        path = STUBS.parents[2] / "tools" / "stubs.py"
        spec = importlib.util.spec_from_file_location("stubs", path)
        stubs = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(stubs)
        text = STUBS.read_text()
        self.assertTrue(text.endswith(stubs.generated()), "tools/stubs.py writes it")

    def check(self, module, path):
        """The public names of a stub file, each compared with the module."""
        stubs = ast.parse(path.read_text())
        public = {n.name: n for n in stubs.body if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and n.name[0] != "_"}
        for name, node in public.items():
            thing = getattr(module, name)
            if isinstance(node, ast.FunctionDef):
                self.compare(name, node, thing)
            else:
                self.check_class(name, node, thing)
        return public

    def check_class(self, name, node, kind):
        methods = {n.name: n for n in node.body if isinstance(n, ast.FunctionDef)}
        for method, stub in methods.items():
            found = inspect.getattr_static(kind, method)
            if not isinstance(found, property):
                self.compare(f"{name}.{method}", stub, getattr(found, "__func__", found))
        attributes = {n.target.id for n in node.body if isinstance(n, ast.AnnAssign)}
        missing = {n for n in vars(kind) if not n.startswith("_")} - set(methods) - attributes
        self.assertEqual(missing, set(), name)

    def test_by_mypy(self):
        """The stubs are complete, and true of the package."""
        if not os.environ.get("DEMESNE_LONG"):
            self.skipTest("takes long; DEMESNE_LONG=1")
        if not importlib.util.find_spec("mypy"):
            self.skipTest("needs mypy")
        with tempfile.TemporaryDirectory() as folder:
            package = pathlib.Path(folder) / "demesne"
            package.mkdir()
            for stub in STUBS.parent.glob("*.pyi"):
                shutil.copy(stub, package)
            made = pathlib.Path(folder) / "made by the package"
            made.write_text("demesne\\._.*\n.*Result.__init__\n.*Table.__init__\n")
            strict = pathlib.Path(folder) / "mypy.ini"
            strict.write_text("[mypy]\ndisallow_untyped_defs = True\ndisallow_any_generics = True\n")
            options = ["--mypy-config-file", str(strict), "--allowlist", str(made), "--ignore-unused-allowlist"]
            self.run_mypy(folder, ["mypy.stubtest", "demesne", *options])

    def run_mypy(self, folder, words):
        paths = [folder, *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        runtime = os.pathsep.join(str(pathlib.Path(p).resolve()) for p in paths[1:] if p)
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, timeout=100,
            env=dict(os.environ, MYPYPATH=folder, PYTHONPATH=runtime),
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def compare(self, name, stub, function):
        parameters = inspect.signature(function).parameters.values()
        known = [p.name for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
        arguments = self.arguments(stub)
        if any(p.kind == p.VAR_KEYWORD for p in parameters):  # the stub names them, from the tables
            arguments = [a for a in arguments if a in known]
        self.assertEqual(arguments, known, name)


if __name__ == "__main__":
    unittest.main()
