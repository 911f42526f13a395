"""An agent's tools inside a Python program: main.py ROOT. ROOT has a file server.conf with the line "port = 80"."""
import sys
import threading

import kedge

events: list[dict] = []
applied = threading.Event()


def heard(event: dict) -> None:
    events.append(event)
    if event.get("event") == "applied":
        applied.set()


with kedge.Workspace(root=sys.argv[1], dialect="replace", client="example in Python") as workspace:
    workspace.watch(heard)
    assert "port = 80" in workspace.read("server.conf").text
    assert "server.conf" in workspace.search("port").text

    # Tools are plain JSON schema, and functions.
    edit = next(tool for tool in workspace if tool.name == "edit")
    assert edit.input_schema["type"] == "object"
    made = edit(path="server.conf", old_string="port = 80", new_string="port = 8080")
    assert not made.refused and made.data is not None

    refused = workspace.edit({"path": "server.conf", "old_string": "no such line", "new_string": ""})
    assert refused.refused
    print(refused.text)

    assert list(workspace.convert("replace", "udiff", {"path": "server.conf", "old_string": "8080", "new_string": "81"})) == ["input"]
    assert not workspace.undo().refused
    assert applied.wait(10), events

    # Several threads may call; each change is whole.
    threads = [threading.Thread(target=lambda: workspace.read("server.conf")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

try:
    kedge.Workspace(root="/no/such/folder")
    raise AssertionError("it was opened")
except kedge.Refused as problem:
    print(problem)
assert "not_open" in workspace.read("server.conf").text
print("all of it works")
