"""Runs the tests of this folder, or those whose files fit a pattern, and prints a TAP line for each."""

import pathlib
import sys
import unittest


class Tap(unittest.TestResult):
    def say(self, good, test, note="", why=""):
        word = "ok" if good else "not ok"
        print(f"{word} {self.testsRun} - {test.id()}{note}", flush=True)
        for line in why.splitlines():
            print("#", line)

    def addSuccess(self, test):
        self.say(True, test)

    def addSkip(self, test, reason):
        self.say(True, test, f" # SKIP {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.say(False, test, why=self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.say(False, test, why=self.errors[-1][1])

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.say(False, subtest, why="".join(text for _, text in (self.failures + self.errors)[-1:]))


pattern = sys.argv[1] if len(sys.argv) > 1 else "test_*.py"
tests = unittest.defaultTestLoader.discover(str(pathlib.Path(__file__).parent), pattern)
result = Tap()
tests.run(result)
print(f"1..{result.testsRun}")
sys.exit(not result.wasSuccessful())
