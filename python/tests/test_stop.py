"""Time limits, Ctrl-C, progress, threads."""

import contextlib
import io
import signal
import subprocess
import sys
import threading
import time
import unittest

import demesne as dm

LONG = ("gnp:40,0.15", 6)  # a game that takes hours

# Once the question has reported something, the signal comes from outside of it.
INTERRUPTED = f"""
import os, signal, threading
import demesne as dm
timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
try:
    dm.solve(*{LONG}, progress=lambda *_: timer.ident or timer.start())
except KeyboardInterrupt as stop:
    print(type(stop.best).__name__, stop.best.complete, stop.best.lower <= stop.best.upper)
"""


def solve_until(done, **options):
    """Solves for longer and longer, as a slow machine takes longer to report something."""
    for seconds in (0.5, 2, 8, 32):
        found = dm.solve(*LONG, time=seconds, **options)
        if done():
            break
    return found


class Stops(unittest.TestCase):
    def test_time(self):
        found = dm.solve(*LONG, time=0.2)
        self.assertFalse(found.complete)
        self.assertLessEqual(found.lower, found.upper)
        self.assertIn("stopped", repr(found))

    def test_ctrl_c(self):
        done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=100)
        self.assertEqual(done.stdout, "Result False True\n", done.stderr)

    def test_progress(self):
        news = []
        solve_until(lambda: news, progress=lambda *a: news.append(a))
        self.assertTrue(news)
        phase, note, done, total, seconds = news[-1]
        self.assertIsInstance(phase + note, str)
        self.assertGreater(seconds, 0)

    def test_progress_line(self):
        with contextlib.redirect_stderr(io.StringIO()) as shown:
            solve_until(shown.getvalue, progress=True)
        self.assertIn(" s)", shown.getvalue())

    def test_progress_that_fails(self):
        with self.assertRaises(ZeroDivisionError) as caught:
            dm.solve(*LONG, time=60, progress=lambda *_: 1 / 0)
        self.assertIsInstance(caught.exception.best, dm.Result)

    def test_threads(self):
        arena, found = dm.Arena("grid:6x6"), []

        def work(vertex):
            for _ in range(20):
                found.append((vertex, dm.reply(arena, [vertex], 1).value, dm.score(arena, [vertex]).value))
                game = dm.Game(arena, 2)
                game.push(vertex)
                found.append((vertex, game.value))

        threads = [threading.Thread(target=work, args=(v,)) for v in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(found), 160)
        self.assertEqual(len(set(found)), 8)

    def test_lock_is_released(self):
        """Another thread counts while a question runs."""
        counted, done = 0, threading.Event()

        def work():
            dm.solve(*LONG, time=0.5)
            done.set()

        threading.Thread(target=work).start()
        while not done.is_set():
            counted += 1
            time.sleep(0.001)
        self.assertGreater(counted, 20)

    def test_handler_of_another_signal(self):
        seen = []
        old = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            found = dm.solve(*LONG, time=0.5)
        finally:
            signal.signal(signal.SIGALRM, old)
        self.assertEqual((seen, found.complete), ([1], False))


if __name__ == "__main__":
    unittest.main()
