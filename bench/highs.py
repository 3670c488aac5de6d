"""highs.py - solves a grouped coverage problem by HiGHS, for `demesne bench market`.

Usage: highs.py FILE.  FILE has: sets, groups, count; the weights of the groups; then one
line per group with its sets.  Prints: 1 or 0 (proven or stopped), the value, processor seconds.
"""
import sys
import time

import numpy
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_matrix

with open(sys.argv[1]) as file:
    sets, groups, count = map(int, file.readline().split())
    weight = numpy.array(file.readline().split(), dtype=float)
    lists = [[int(s) for s in line.split()] for line in file]

# A group counts at most the number of its chosen sets; `count` sets are chosen.
column, row, value = [], [], []
for g, members in enumerate(lists):
    column += members + [sets + g]
    row += [g] * (len(members) + 1)
    value += [1.0] * len(members) + [-1.0]
column += range(sets)
row += [groups] * sets
value += [1.0] * sets
matrix = csr_matrix((value, (row, column)), shape=(groups + 1, sets + groups))
least = numpy.zeros(groups + 1)
most = numpy.full(groups + 1, numpy.inf)
least[groups] = most[groups] = count

begun = time.process_time()
answer = milp(
    c=numpy.concatenate([numpy.zeros(sets), -weight]),
    integrality=numpy.concatenate([numpy.ones(sets), numpy.zeros(groups)]),
    bounds=Bounds(0, 1),
    constraints=LinearConstraint(matrix, least, most),
    options={"mip_rel_gap": 0},
)
seconds = time.process_time() - begun
found = 0 if answer.x is None else round(-answer.fun)
print(int(answer.status == 0), found, seconds)
