"""What SQLite really asks of the disk: a file system (VFS) of its own, laid over SQLite's, that notes each call.

It is registered in the very library that Python's sqlite3 uses, by ctypes and without a compiler, and passes every call
on. What Python itself does to files (the lock, the folder) is noted beside it (`noted`). Both stay until the process
ends, so they belong into a process of their own.

Sources: sqlite3.h of 3.40 (sqlite3_vfs of version 3, sqlite3_io_methods of version 3; later versions only append), and
os_unix.c: a folder is flushed inside xSync or xDelete, through the system call `openDirectory`.
"""

import _sqlite3
import ctypes
import os
from collections.abc import Callable
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_int64, c_void_p, cast, string_at
from pathlib import Path
from typing import Any, Final

from tests.cuts.calls import Call, Cut, Flushed, Made, Removed, Wrote
from tests.cuts.noted import Noted

_OK: Final = 0
_CREATE: Final = 0x4  # SQLITE_OPEN_CREATE
_METHODS: Final = (
    *("xClose", "xRead", "xWrite", "xTruncate", "xSync", "xFileSize", "xLock", "xUnlock", "xCheckReservedLock"),
    *("xFileControl", "xSectorSize", "xDeviceCharacteristics", "xShmMap", "xShmLock", "xShmBarrier", "xShmUnmap"),
    *("xFetch", "xUnfetch"),
)
_CALLS: Final = (
    *("xOpen", "xDelete", "xAccess", "xFullPathname", "xDlOpen", "xDlError", "xDlSym", "xDlClose", "xRandomness"),
    *("xSleep", "xCurrentTime", "xGetLastError", "xCurrentTimeInt64", "xSetSystemCall", "xGetSystemCall"),
    "xNextSystemCall",
)


class _Methods(Structure):
    _fields_ = [("iVersion", c_int), *((name, c_void_p) for name in _METHODS)]


class _File(Structure):
    _fields_ = [("pMethods", POINTER(_Methods))]


class _Vfs(Structure):
    _fields_ = [
        *(("iVersion", c_int), ("szOsFile", c_int), ("mxPathname", c_int)),
        *(("pNext", c_void_p), ("zName", c_char_p), ("pAppData", c_void_p)),
        *((name, c_void_p) for name in _CALLS),
    ]


# Names stay pointers: SQLite keeps them, and looks for more behind their end.
_OPEN = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_WRITE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = ctypes.CFUNCTYPE(c_int, c_void_p, c_int)
_FOLDER = ctypes.CFUNCTYPE(c_int, c_char_p, c_void_p)
_GET = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_char_p)
_SET = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p)


class Unreachable(Exception):
    """The library under Python's sqlite3 shows none of its functions."""


def library() -> Any:
    """The library that Python's sqlite3 uses: linked to its module, or built into Python. Raises Unreachable."""
    found = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    try:
        found.sqlite3_vfs_find.restype = POINTER(_Vfs)
    except AttributeError as hidden:
        raise Unreachable("this Python hides its SQLite; its calls cannot be recorded") from hidden
    return found


class Shim:
    """Notes what is asked of the disk under `root`, from now on until the process ends."""

    def __init__(self, root: Path, note: Callable[[Call], None]) -> None:
        """Only one in a process."""
        self._note = note
        # Its hooks last as long as the process, and so does what they tell: C points at us.
        self._python = Noted(root, self._tell_python)
        self._paths: dict[int, str | None] = {}  # of the files that are open, by the address of their handle
        self._kept: list[Any] = []  # what C points at must not be collected
        sqlite = library()
        self._under = sqlite.sqlite3_vfs_find(None).contents
        self._folders: list[str | None] = []  # opened within the call that is on, to be flushed
        self._watch_folders()
        over = _Vfs()
        ctypes.memmove(byref(over), byref(self._under), ctypes.sizeof(_Vfs))
        over.zName = b"noted"
        over.xOpen = self._keep(_OPEN(self._open))
        over.xDelete = self._keep(_DELETE(self._delete))
        self._kept.append(over)
        if sqlite.sqlite3_vfs_register(byref(over), 1) != _OK:
            raise Unreachable("SQLite takes no other file system")

    def _keep(self, call: Any) -> int | None:
        self._kept.append(call)
        return cast(call, c_void_p).value

    def _tell_python(self, call: Call) -> None:
        self._note(call)

    # --- what SQLite does ---------------------------------------------------------------------------------------------

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        answer: int = _OPEN(self._under.xOpen)(vfs, name, file, flags, out)
        path = self._paths[file] = None if name is None else self._python.within(string_at(name))
        if answer == _OK and path is not None:
            if flags & _CREATE:
                self._note(Made(path=path))
            self._wrap(cast(file, POINTER(_File)).contents)
        return answer

    def _wrap(self, file: _File) -> None:
        """The file's methods, with ours in front of those that change it."""
        under = file.pMethods.contents
        over = _Methods()
        ctypes.memmove(byref(over), byref(under), ctypes.sizeof(_Methods))
        write, truncate, sync = _WRITE(under.xWrite), _TRUNCATE(under.xTruncate), _SYNC(under.xSync)

        def wrote(handle: int, data: int, size: int, offset: int) -> int:
            answer: int = write(handle, data, size, offset)
            self._tell(handle, lambda path: Wrote(path=path, offset=offset, data=string_at(data, size)))
            return answer

        def truncated(handle: int, size: int) -> int:
            answer: int = truncate(handle, size)
            self._tell(handle, lambda path: Cut(path=path, size=size))
            return answer

        def synced(handle: int, flags: int) -> int:
            self._folders.clear()
            answer: int = sync(handle, flags)
            self._tell(handle, lambda path: Flushed(path=path))
            self._tell_folders()
            return answer

        over.xWrite, over.xTruncate = self._keep(_WRITE(wrote)), self._keep(_TRUNCATE(truncated))
        over.xSync = self._keep(_SYNC(synced))
        self._kept.append(over)
        file.pMethods = ctypes.pointer(over)

    def _tell(self, handle: int, call: Callable[[str], Call]) -> None:
        path = self._paths[handle]
        if path is not None:
            self._note(call(path))

    def _delete(self, vfs: int, name: int, folder_too: int) -> int:
        self._folders.clear()
        answer: int = _DELETE(self._under.xDelete)(vfs, name, folder_too)
        path = self._python.within(string_at(name))
        if answer == _OK and path is not None:
            self._note(Removed(path=path))
        self._tell_folders()
        return answer

    def _watch_folders(self) -> None:
        """The flush of a folder is no method of any file, but SQLite opens folders for nothing else."""
        under = byref(self._under)
        real = _FOLDER(_GET(self._under.xGetSystemCall)(under, b"openDirectory"))

        def opened(name: bytes, out: int) -> int:
            self._folders.append(self._python.within(os.path.dirname(os.fsdecode(name))))  # noqa: PTH120 - as SQLite does
            return int(real(name, out))

        _SET(self._under.xSetSystemCall)(under, b"openDirectory", self._keep(_FOLDER(opened)))

    def _tell_folders(self) -> None:
        for folder in self._folders:
            if folder is not None:
                self._note(Flushed(path=folder))
        self._folders.clear()
