"""Builds the extension with CMake, from the checkout that this folder is in.

    pip install --no-build-isolation ./python
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "python"


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        make = ["-G", "Ninja"] if shutil.which("ninja") else []
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DDEMESNE_TESTS=OFF", f"-DPython3_EXECUTABLE={sys.executable}"]
        subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, *make, *options], check=True)
        jobs = str(os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", BUILD, "-j", jobs, "--target", "demesne-python"], check=True)
        to = pathlib.Path(self.get_ext_fullpath(extension.name))
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(BUILD / "python" / "_demesne.abi3.so", to)


class WithTables(build_py):
    """Adds the tables of solved games."""

    def run(self):
        super().run()
        to = pathlib.Path(self.build_lib) / "demesne" / "data"
        to.mkdir(parents=True, exist_ok=True)
        for table in (ROOT / "data").glob("*.csv"):
            shutil.copy(table, to)


setup(
    version=re.search(r'define DM_VERSION +"(.+)"', (ROOT / "include/demesne/demesne.h").read_text())[1],
    ext_modules=[Extension("demesne._demesne", [], py_limited_api=True)],
    cmdclass={"build_ext": CMakeBuild, "build_py": WithTables},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
    zip_safe=False,
)
