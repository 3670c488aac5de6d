"""Runs notebooks as scripts, as far as these examples need it.

    make python && PYTHONPATH=python python3 python/tests/notebook.py examples/python/*.ipynb

runs every cell and stores what it shows; the tests compare that with what running gives.
"""

import ast
import contextlib
import io
import json
import pathlib
import sys

KINDS = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def lines(text):
    """A text as notebooks store it."""
    return text.splitlines(keepends=True)


def data_of(value):
    """What a notebook shows for a value: its text, table and picture."""
    data = {"text/plain": lines(repr(value))}
    for kind, method in KINDS.items():
        shown = getattr(value, method, lambda: None)()
        if shown is not None:
            data[kind] = lines(shown)
    return data


def run_cell(source, names):
    """The outputs of a cell: what it prints, and its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    outputs, value = [], None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None and not source.rstrip().endswith(";"):
        outputs.append({"data": data_of(value), "metadata": {}, "output_type": "execute_result"})
    return outputs


def run(notebook):
    """The notebook with the outputs of running it from the start."""
    names, count = {"__name__": "__main__"}, 0
    cells = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = run_cell("".join(cell["source"]), names)
            for output in outputs:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = count
            cell = dict(cell, execution_count=count, outputs=outputs)
        cells.append(cell)
    return dict(notebook, cells=cells)


if __name__ == "__main__":
    for path in map(pathlib.Path, sys.argv[1:]):
        done = run(json.loads(path.read_text(encoding="utf-8")))
        path.write_text(json.dumps(done, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
