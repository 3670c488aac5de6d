#!/usr/bin/env python3
"""Simulates workers that share a queue (docs/CLUSTER.md), to plan for more machines than are at hand.

A worker takes batches for about `--target` seconds of computing (src/store/queue/worker.c), computes them and
writes all results; meanwhile it renews its lease every third of it.  The database is a machine
with `--cores` cores that serves requests in the order they come; a request takes the times given below,
and `--round-trip` on the way.  A worker that dies loses what it has not written; its batches are free
again when their lease ends, and a new worker begins after `--restart` seconds.

    tools/simulate_work.py --workers 1000 --batches 500000 --failures 0.1
"""
import argparse
import heapq
import json
import random

FIRST_WAIT, LONGEST_WAIT, GROWTH, MOST_BATCHES = 0.1, 1.0, 4, 1000


def read_options():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = p.add_argument
    add("--workers", type=int, default=4)
    add("--batches", type=int, default=64)
    add("--seconds", type=float, default=2.0, help="of computing per batch, on average")
    add("--spread", type=float, default=0.5, help="standard deviation of the logarithm of the seconds")
    add("--rows", type=int, default=10000, help="written per batch")
    add("--lease", type=float, default=60.0, help="seconds")
    add("--target", type=float, default=2.0, help="seconds of computing per lease")
    add("--failures", type=float, default=0.0, help="deaths per worker and hour")
    add("--kill-every", type=float, default=0.0, help="the oldest worker dies every so many seconds")
    add("--most-kills", type=int, default=10**9, help="then the killing ends")
    add("--start", type=float, default=0.1, help="seconds that a worker needs to begin")
    add("--restart", type=float, default=60.0, help="seconds until a dead worker is replaced")
    add("--cores", type=int, default=4, help="of the database")
    add("--take", type=float, default=0.0027, help="seconds of a core to lease batches")
    add("--renew", type=float, default=0.001, help="seconds of a core to renew a lease")
    add("--commit", type=float, default=0.0027, help="seconds of a core to end a lease, without its rows")
    add("--row", type=float, default=11e-6, help="seconds of a core per row; 0.5e-6 for boards of the atlas")
    add("--round-trip", type=float, default=0.001, help="seconds between a worker and the database")
    add("--seed", type=int, default=1)
    return p.parse_args()


class Worker:
    def __init__(self, born):
        self.born, self.most, self.pause, self.alive = born, 1, FIRST_WAIT, True
        self.lease, self.begun = [], 0.0


class Simulation:
    def __init__(self, options):
        self.o, self.rng, self.now, self.serial = options, random.Random(options.seed), 0.0, 0
        self.events, self.free_cores = [], [0.0] * options.cores
        mean = -options.spread**2 / 2  # so that the average is 1
        self.cost = [options.seconds * self.rng.lognormvariate(mean, options.spread) for _ in range(options.batches)]
        self.to_do = list(range(options.batches - 1, -1, -1))
        self.expired, self.left = [], options.batches
        self.busy = self.useful = self.lost = self.waited = 0.0
        self.written = self.ended = 0.0  # the last result; the last worker has noticed
        self.requests = self.deaths = self.repeated = 0

    def at(self, time, action, *arguments):
        self.serial += 1
        heapq.heappush(self.events, (time, self.serial, action, arguments))

    def ask(self, seconds):
        """When the answer to a request of so many seconds arrives."""
        start = max(self.now + self.o.round_trip / 2, heapq.heappop(self.free_cores))
        heapq.heappush(self.free_cores, start + seconds)
        self.busy += seconds
        self.requests += 1
        self.waited += start - self.now - self.o.round_trip / 2
        return start + seconds + self.o.round_trip / 2

    def take(self, w):
        if not w.alive:
            return
        while self.expired and self.expired[0][0] <= self.now:
            self.to_do.append(heapq.heappop(self.expired)[1])
        w.lease = [self.to_do.pop() for _ in range(min(w.most, len(self.to_do)))]
        answered = self.ask(self.o.take)
        if not w.lease:
            self.ended = max(self.ended, answered)
            if self.left:
                self.at(answered + w.pause, self.take, w)
                w.pause = min(2 * w.pause, LONGEST_WAIT)
            return
        w.pause, w.begun = FIRST_WAIT, answered
        computed = answered + sum(self.cost[b] for b in w.lease)
        self.at(computed, self.end, w, w.lease)
        self.at(answered + self.o.lease / 3, self.renew, w, w.lease)

    def renew(self, w, lease):
        if w.alive and w.lease is lease:
            self.ask(self.o.renew)
            self.at(self.now + self.o.lease / 3, self.renew, w, lease)

    def end(self, w, lease):
        if not w.alive or w.lease is not lease:
            return
        seconds = self.now - w.begun
        fit = self.o.target / seconds * len(lease) if seconds > 0 else MOST_BATCHES
        w.most = max(1, int(min(fit, w.most * GROWTH, MOST_BATCHES)))
        answered = self.ask(self.o.commit + self.o.row * self.o.rows * len(lease))
        self.at(answered, self.finish, w, lease, seconds)

    def finish(self, w, lease, seconds):
        if not w.alive or w.lease is not lease:
            return
        self.useful += seconds
        self.left -= len(lease)
        self.written = self.now
        w.lease = []
        self.take(w)

    def die(self, w):
        """A worker that has died long ago is another's matter."""
        if not w.alive or not self.left:
            return
        w.alive = False
        self.deaths += 1
        self.lost += max(0.0, self.now - w.begun) if w.lease else 0.0
        self.repeated += len(w.lease)
        for b in w.lease:  # the last renewal was up to a third of the lease ago
            heapq.heappush(self.expired, (self.now + self.o.lease * (1 - self.rng.random() / 3), b))
        self.at(self.now + self.o.restart + self.o.start, self.start)

    def start(self):
        w = Worker(self.now)
        self.workers = [v for v in self.workers if v.alive] + [w]
        if self.o.failures > 0:
            self.at(self.now + self.rng.expovariate(self.o.failures / 3600), self.die, w)
        self.take(w)

    def kill_oldest(self):
        if not self.left or self.deaths >= self.o.most_kills:
            return
        alive = [w for w in self.workers if w.alive]
        if alive:
            self.die(min(alive, key=lambda w: w.born))
        self.at(self.now + self.o.kill_every, self.kill_oldest)

    def run(self):
        self.workers = []
        for i in range(self.o.workers):
            self.at(self.o.start + i * 1e-3, self.start)
        if self.o.kill_every > 0:
            self.at(self.o.kill_every, self.kill_oldest)
        while self.events and (self.left or self.events[0][0] < self.written + LONGEST_WAIT):
            self.now, _, action, arguments = heapq.heappop(self.events)
            action(*arguments)
        seconds = self.written
        return {
            "workers": self.o.workers,
            "seconds": round(seconds, 3),
            "ended": round(self.ended, 3),
            "efficiency": round(self.useful / self.o.workers / seconds, 4),
            "server_load": round(self.busy / self.o.cores / seconds, 4),
            "requests_per_second": round(self.requests / seconds, 1),
            "mean_wait": round(abs(self.waited) / self.requests, 6),
            "deaths": self.deaths,
            "repeated_batches": self.repeated,
            "lost": round(self.lost / (self.useful + self.lost), 5),
        }


if __name__ == "__main__":
    print(json.dumps(Simulation(read_options()).run()))
