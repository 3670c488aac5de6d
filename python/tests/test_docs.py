"""The examples of the docstrings and of docs/PYTHON.md."""

import doctest
import importlib
import pathlib
import pkgutil
import unittest

import demesne

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
        result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 20)


if __name__ == "__main__":
    unittest.main()
