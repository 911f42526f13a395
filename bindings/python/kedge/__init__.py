"""kedge inside a Python program: the tools of an agent that read, search and change files.

    with kedge.Workspace(root="/project", dialect="replace") as workspace:
        shown = workspace.read("main.py")
        made = workspace.edit({"path": "main.py", "old_string": "a", "new_string": "b"})
        if made.refused:
            print(made.text)  # for the model: why, and what to send instead
"""

from __future__ import annotations

import ctypes
import json
import os
import weakref
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Mapping, Optional

__all__ = ["Answer", "Preview", "Refused", "Tool", "Watch", "Workspace", "version"]

_ABI = 1
_library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libkedge.so"))
_Heard = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)


def _function(name: str, result: Any, *arguments: Any) -> Any:
    function = getattr(_library, name)
    function.restype = result
    function.argtypes = list(arguments)
    return function


_handle, _text, _out = ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)
_kedge_abi = _function("kedge_abi", ctypes.c_uint32)
_kedge_version = _function("kedge_version", _text)
_kedge_free = _function("kedge_free", None, _handle)
_kedge_open = _function("kedge_open", _handle, ctypes.c_uint32, _text, _handle, _out)
_kedge_close = _function("kedge_close", None, _handle)
_kedge_tools = _function("kedge_tools", _handle, _handle, _text)
_kedge_instructions = _function("kedge_instructions", _handle, _handle)
_kedge_call = _function("kedge_call", _handle, _handle, _text)
_kedge_cancel = _function("kedge_cancel", None, _handle, _text)
_kedge_convert = _function("kedge_convert", _handle, _handle, _text)
_kedge_preview_begin = _function("kedge_preview_begin", _handle, _handle, _text, _out)
_kedge_preview_add = _function("kedge_preview_add", _handle, _handle, _text, ctypes.c_size_t)
_kedge_preview_end = _function("kedge_preview_end", None, _handle)
_kedge_watch_begin = _function("kedge_watch_begin", _handle, _handle, _text, _Heard, _handle, _out)
_kedge_watch_answer = _function("kedge_watch_answer", ctypes.c_int, _handle, _text)
_kedge_watch_end = _function("kedge_watch_end", None, _handle)

if _kedge_abi() != _ABI:
    raise ImportError(f"libkedge.so is of version {_kedge_abi()} of the interface, and this module is for version {_ABI}")

version: str = _kedge_version().decode()


class Refused(Exception):
    """What the program itself got wrong, such as a root that does not exist. A tool's refusal is an answer, not this."""

    def __init__(self, details: Mapping[str, Any]) -> None:
        super().__init__(details.get("message", "refused"))
        self.code: str = details.get("error", "")
        self.details = details


@dataclass(frozen=True)
class Answer:
    """The answer of a tool."""

    refused: bool
    text: str  # for the model
    data: Optional[dict[str, Any]]  # the same as data, if the tool has any
    result: dict[str, Any] = field(repr=False)  # as tools/call of MCP returns it


@dataclass(frozen=True)
class Tool:
    """A tool as plain JSON schema, and a function that calls it."""

    name: str
    description: str
    input_schema: dict[str, Any]
    _workspace: "Workspace" = field(repr=False)
    _session: Optional[str] = field(repr=False, default=None)

    def __call__(self, **arguments: Any) -> Answer:
        return self._workspace.call(self.name, arguments, session=self._session)


def _taken(address: Optional[int]) -> str:
    """The text of an answer, which is given back."""
    if not address:
        raise MemoryError("kedge has no memory for an answer")
    try:
        return ctypes.string_at(address).decode("utf-8")
    finally:
        _kedge_free(address)


def _opened(handle: Optional[int], problem: ctypes.c_void_p) -> int:
    if handle:
        return handle
    raise Refused(json.loads(_taken(problem.value)) if problem.value else {})


def _request(**members: Any) -> bytes:
    return json.dumps({name: value for name, value in members.items() if value is not None}).encode()


class Preview:
    """An edit that is still arriving. Only patches are shown while they arrive."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def add(self, piece: str | bytes) -> str:
        """What the next piece, which may end anywhere, adds to what is shown."""
        data = piece.encode() if isinstance(piece, str) else piece
        shown = _kedge_preview_add(self._handle, data, len(data))
        if not shown:
            raise Refused({"error": "not_open", "message": "The preview has ended."})
        return _taken(shown)

    def end(self) -> None:
        _kedge_preview_end(self._handle)


_called: dict[int, Any] = {}


def _end_watch(handle: int) -> None:
    _kedge_watch_end(handle)
    _called.pop(handle, None)


class Watch:
    """Hears what happens in a root until it is ended."""

    def __init__(self, workspace: int, heard: Callable[[dict[str, Any]], None], answers: bool) -> None:
        def hear(_context: Any, event: bytes) -> None:
            heard(json.loads(event))

        function = _Heard(hear)
        problem = ctypes.c_void_p()
        begun = _kedge_watch_begin(workspace, _request(answers=answers), function, None, ctypes.byref(problem))
        self._handle = _opened(begun, problem)
        # The library calls the function until the watch has ended, whatever becomes of this object.
        _called[self._handle] = function
        self._ended = weakref.finalize(self, _end_watch, self._handle)

    def answer(self, answer: Mapping[str, Any]) -> bool:
        """False: nobody waits for the answer any more."""
        return _kedge_watch_answer(self._handle, json.dumps(answer).encode()) != 0

    def end(self) -> None:
        self._ended()


class Workspace:
    """A root whose files are read, searched and changed. May be used by several threads."""

    def __init__(self, root: str | os.PathLike[str] | None = None, **options: Any) -> None:
        """The options are those of docs/embedding.md: dialect, state, durability, results, page_size, confirm, allow, ..."""
        if root is not None:
            options["root"] = os.fspath(root)
        problem = ctypes.c_void_p()
        handle = _kedge_open(_ABI, _request(**options), None, ctypes.byref(problem))
        self._handle = _opened(handle, problem)
        self._watches: list[Watch] = []
        self._closed = weakref.finalize(self, _kedge_close, self._handle)  # also at the end of the program

    def __enter__(self) -> "Workspace":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Cancels what is running in other threads, and waits for it."""
        for watch in self._watches:
            watch.end()
        self._closed()

    def tools(self, session: Optional[str] = None) -> list[Tool]:
        """Each with its schema, and callable."""
        return [
            Tool(tool["name"], tool["description"], tool["inputSchema"], self, session)
            for tool in self.tool_list()
        ]

    def tool_list(self, shape: Optional[str] = None) -> list[dict[str, Any]]:
        """As a server lists them, or as an API takes them: "anthropic", "openai", "gemini"."""
        listed = json.loads(_taken(_kedge_tools(self._handle, shape.encode() if shape else None)))
        if "error" in listed:
            raise Refused(listed)
        return listed["tools"]

    def instructions(self) -> str:
        """What a model should read before its first call."""
        return _taken(_kedge_instructions(self._handle))

    def _send(self, session: Optional[str], call: Optional[str] = None, **members: Any) -> Answer:
        result = json.loads(_taken(_kedge_call(self._handle, _request(session=session, call=call, **members))))
        return Answer(
            refused=result.get("isError", False),
            text="\n".join(item["text"] for item in result["content"]),
            data=result.get("structuredContent"),
            result=result,
        )

    def call(
        self, tool: str, arguments: Mapping[str, Any] = {}, session: Optional[str] = None, call: Optional[str] = None
    ) -> Answer:
        """Calls a tool by its name. A call with a name can be cancelled by another thread."""
        return self._send(session, call, tool=tool, arguments=dict(arguments))

    def cancel(self, call: str) -> None:
        _kedge_cancel(self._handle, call.encode())

    def read(
        self, path: str, start: Optional[int] = None, end: Optional[int] = None, session: Optional[str] = None
    ) -> Answer:
        arguments: dict[str, Any] = {"path": path}
        if start is not None:
            arguments["start"] = start
        if end is not None:
            arguments["end"] = end
        return self._send(session, verb="read", arguments=arguments)

    def search(self, pattern: str, session: Optional[str] = None, **arguments: Any) -> Answer:
        return self._send(session, verb="search", arguments={"pattern": pattern, **arguments})

    def write(self, path: str, content: str, session: Optional[str] = None, **arguments: Any) -> Answer:
        return self._send(session, verb="write", arguments={"path": path, "content": content, **arguments})

    def edit(self, edit: str | Mapping[str, Any], session: Optional[str] = None) -> Answer:
        """The arguments of the dialect's edit, or the text of a dialect whose edit is one, such as patch."""
        arguments = {"input": edit} if isinstance(edit, str) else dict(edit)
        return self._send(session, verb="edit", arguments=arguments)

    def undo(self, session: Optional[str] = None, **arguments: Any) -> Answer:
        return self._send(session, verb="undo", arguments=arguments)

    def convert(
        self, from_dialect: str, to_dialect: str, arguments: Mapping[str, Any], session: Optional[str] = None
    ) -> dict[str, Any]:
        """The arguments of an edit in one dialect that does what this one of another does."""
        members = {"from": from_dialect, "to": to_dialect, "arguments": dict(arguments), "session": session}
        said = json.loads(_taken(_kedge_convert(self._handle, _request(**members))))
        if "error" in said:
            raise Refused(said)
        return said

    def preview(self, session: Optional[str] = None) -> Preview:
        problem = ctypes.c_void_p()
        begun = _kedge_preview_begin(self._handle, _request(session=session), ctypes.byref(problem))
        return Preview(_opened(begun, problem))

    def watch(self, heard: Callable[[dict[str, Any]], None], answers: bool = False) -> Watch:
        """Calls `heard`, on another thread, with everything that happens in the root, whoever does it."""
        watch = Watch(self._handle, heard, answers)
        self._watches.append(watch)
        return watch

    def __iter__(self) -> Iterator[Tool]:
        return iter(self.tools())
