"""Exact numbers: lengths and values as whole numbers of one decimal unit."""

from array import array
from decimal import Decimal
from fractions import Fraction
from math import isfinite

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
    return Error(f"{what}: too many digits for exact 64-bit numbers; decimals=6 would round them to 6 decimals")


def units(numbers, what, decimals=None):
    """`numbers` as an array of 64-bit integers in units of 10^-d, and d.

    Without `decimals` d is the least that keeps every number exact.

    >>> units([1, 2.5], "length")
    (array('q', [10, 25]), 1)
    """
    numbers = numbers if isinstance(numbers, list) else list(numbers)
    if decimals is None and set(map(type, numbers)) <= {int}:
        return _array(numbers, what), 0
    if decimals is None and set(map(type, numbers)) == {float}:
        found = _float_units(numbers)
        if found:
            return found
    exact = [_decimal(n, what) for n in numbers]
    if decimals is None:
        decimals = max(map(_decimals_of, exact), default=0)
        if decimals > MOST_DECIMALS:
            raise _too_fine(what)
    return _array([int((n.scaleb(decimals)).to_integral_value()) for n in exact], what), decimals


def _float_units(numbers):
    """The same for floats with few digits, faster; None: another way is needed.

    x is the float nearest to k / 10^d if and only if dividing k by 10^d gives x, as the division of
    two exact numbers is rounded correctly.
    """
    if not all(map(isfinite, numbers)) or max(map(abs, numbers), default=0) >= 2.0**53:
        return None
    for d in range(7):
        unit = 10.0**d
        if all(round(x * unit) / unit == x for x in numbers):
            scaled = [round(x * unit) for x in numbers]
            return (array("q", scaled), d) if max(map(abs, scaled), default=0) < 2**53 else None
    return None


def _array(numbers, what):
    try:
        return array("q", numbers)
    except OverflowError:
        if max(numbers) > LARGEST or min(numbers) < -LARGEST:
            raise _too_fine(what) from None
        raise


def array_units(numbers, what, decimals=None):
    """The same for a numpy array; _float_units() says why the division tells."""
    if numbers.dtype.kind in "iub":
        if numbers.size and int(numbers.max()) > LARGEST:
            raise _too_fine(what)
        return numbers.astype("int64"), 0
    if numbers.dtype.kind != "f":
        return units(numbers.tolist(), what, decimals)
    numbers = numbers.astype("float64")
    if not bool((abs(numbers) < float("inf")).all()):
        raise Error(f"{what}: expected finite numbers")
    for d in range(0, MOST_DECIMALS + 1) if decimals is None else (decimals,):
        scaled = (numbers * 10.0**d).round()
        if scaled.size and float(abs(scaled).max()) >= 2.0**53:
            break
        if decimals is not None or bool((scaled / 10.0**d == numbers).all()):
            return scaled.astype("int64"), d
    return units(numbers.tolist(), what, decimals)
