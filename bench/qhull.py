"""qhull.py - the Voronoi diagram of the points of standard input (x y per line) by scipy's qhull: prints seconds."""

import sys
import time

import numpy
from scipy.spatial import Voronoi

points = numpy.loadtxt(sys.stdin)
began = time.perf_counter()
Voronoi(points)
print(time.perf_counter() - began)
