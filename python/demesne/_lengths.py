"""Exact numbers: lengths and values as whole numbers of one decimal unit."""

from array import array
from decimal import Decimal
from fractions import Fraction

from . import _demesne
from ._errors import Error

MOST_DECIMALS = 18
LARGEST = 2**63 - 1


def _decimal(number, what):
    """The number as a Decimal; a float by its shortest text, so that 0.1 is one tenth."""
    if isinstance(number, Decimal):
        exact = number
    elif isinstance(number, float):
        exact = Decimal(float.__repr__(number))
    elif isinstance(number, Fraction):
        exact = Decimal(number.numerator) / Decimal(number.denominator)
        if Fraction(exact) != number:
            raise Error(f"{what} {number}: expected a decimal number")
    elif hasattr(number, "__index__"):
        exact = Decimal(number.__index__())
    elif hasattr(number, "dtype") and hasattr(number, "__float__"):
        exact = Decimal(str(number))
    else:
        raise TypeError(f"{what}: expected a number, not {type(number).__name__}")
    if not exact.is_finite():
        raise Error(f"{what} {number}: expected a finite number")
    return exact


def _decimals_of(exact):
    exponent = exact.normalize().as_tuple().exponent
    return max(0, -exponent)


def _too_fine(what):
    text = f"{what}: too many digits for exact 64-bit numbers; decimals=6 would round them to 6 decimals"
    return Error(text, "too large")


def units(numbers, what, decimals=None):
    """`numbers` as an array of 64-bit integers in units of 10^-d, and d.

    Without `decimals` d is the least that keeps every number exact.

    >>> numbers, d = units([1, 2.5], "length")
    >>> list(numbers), d
    ([10, 25], 1)
    """
    numbers = numbers if isinstance(numbers, list) else list(numbers)
    found = _demesne.units(numbers, -1 if decimals is None else decimals)
    if found:
        return memoryview(found[0]).cast("q"), found[1]
    exact = [_decimal(n, what) for n in numbers]
    if decimals is None:
        decimals = max(map(_decimals_of, exact), default=0)
        if decimals > MOST_DECIMALS:
            raise _too_fine(what)
    return _array([int((n.scaleb(decimals)).to_integral_value()) for n in exact], what), decimals


def _array(numbers, what):
    try:
        return array("q", numbers)
    except OverflowError:
        if max(numbers) > LARGEST or min(numbers) < -LARGEST:
            raise _too_fine(what) from None
        raise


def array_units(numbers, what, decimals=None):
    """The same for a numpy array."""
    if numbers.dtype.kind in "iub":
        if numbers.size and int(numbers.max()) > LARGEST:
            raise _too_fine(what)
        return numbers.astype("int64"), 0
    if numbers.dtype.kind != "f":
        return units(numbers.tolist(), what, decimals)
    found = _demesne.units(numbers.astype("float64", order="C"), -1 if decimals is None else decimals)
    return (memoryview(found[0]).cast("q"), found[1]) if found else units(numbers.tolist(), what, decimals)
