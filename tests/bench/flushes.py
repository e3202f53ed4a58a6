"""What SQLite asks of the kernel, counted at its lowest seam: the write and the flush of every file it opens.

SQLite reaches its files through a table of functions (sqlite.org/c3ref/io_methods.html). Here each file that is opened
gets a copy of its table in which those two count and go on to the real ones: the disk is written and flushed as ever.
"""

import _sqlite3
import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

_int, _pointer, _wide = ctypes.c_int, ctypes.c_void_p, ctypes.c_int64
# A name is handed on as the pointer it is: SQLite keeps it.
_Open = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _pointer, _int, _pointer)
_Write = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _int, _wide)
_Sync = ctypes.CFUNCTYPE(_int, _pointer, _int)


class _Methods(ctypes.Structure):
    """sqlite3_io_methods, version 3."""

    _fields_ = (
        ("version", _int),
        ("close", _pointer),
        ("read", _pointer),
        ("write", _Write),
        ("truncate", _pointer),
        ("sync", _Sync),
        ("others", _pointer * 13),
    )


class _File(ctypes.Structure):
    """sqlite3_file; what the system's own needs lies behind it."""

    _fields_ = (("methods", ctypes.POINTER(_Methods)),)


class _Vfs(ctypes.Structure):
    """sqlite3_vfs, as far as the function that opens files."""

    _fields_ = (
        ("version", _int),
        ("file_size", _int),
        ("longest_path", _int),
        ("next", _pointer),
        ("name", ctypes.c_char_p),
        ("data", _pointer),
        ("open", _Open),
    )


@dataclass(slots=True)
class Asked:
    """What was asked of the kernel."""

    flushes: int = 0
    written: int = 0
    """Bytes."""


@contextmanager
def counted() -> Iterator[Asked]:
    """Count for all files that are opened meanwhile, which are to be closed before the end.

    Raises OSError where Python's SQLite cannot be reached so.
    """
    vfs, asked, kept = _vfs(), Asked(), list[Any]()
    real = _Open(ctypes.cast(vfs.open, _pointer).value or 0)

    def opened(this: int, name: int, file: int, flags: int, out: int) -> int:
        code: int = real(this, name, file, flags, out)
        found = ctypes.cast(file, ctypes.POINTER(_File)).contents
        if code == 0 and found.methods:
            methods = _Methods.from_buffer_copy(found.methods.contents)
            kept.append((methods, *_counting(methods, asked)))
            found.methods = ctypes.pointer(methods)
        return code

    counting = _Open(opened)
    kept.append(counting)
    vfs.open = counting
    try:
        yield asked
    finally:
        vfs.open = real


def _counting(methods: _Methods, asked: Asked) -> tuple[Any, ...]:
    # By address: a field of a structure that is read anew would by then be the counting function itself.
    write = _Write(ctypes.cast(methods.write, _pointer).value or 0)
    sync = _Sync(ctypes.cast(methods.sync, _pointer).value or 0)

    def wrote(file: int, data: int, length: int, at: int) -> int:
        asked.written += length
        code: int = write(file, data, length, at)
        return code

    def flushed(file: int, flags: int) -> int:
        asked.flushes += 1
        code: int = sync(file, flags)
        return code

    methods.write, methods.sync = _Write(wrote), _Sync(flushed)
    return write, sync


def _vfs() -> _Vfs:
    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    try:
        find = library.sqlite3_vfs_find
    except AttributeError as wrong:
        raise OSError("the SQLite of this Python hides its functions: its flushes cannot be counted") from wrong
    find.restype = ctypes.POINTER(_Vfs)
    vfs: _Vfs = find(None).contents
    return vfs
