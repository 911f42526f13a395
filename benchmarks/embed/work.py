"""The same as work.c by the module for Python."""
import sys
import time

import kedge

workspace = kedge.Workspace(root=sys.argv[1], dialect="replace", durability=sys.argv[2])
made = 0
for row in sys.stdin:
    kind, calls = row.split()
    start = time.perf_counter()
    for i in range(int(calls)):
        if kind == "reads":
            answer = workspace.read("file.txt", i % 900 + 1, i % 900 + 50)
        else:
            line, turn = made % 1000, made // 1000
            answer = workspace.edit({"path": "file.txt", "old_string": f"value {line} = {turn};", "new_string": f"value {line} = {turn + 1};"})
            made += 1
        if answer.refused:
            sys.exit(answer.text)
    print((time.perf_counter() - start) * 1000, flush=True)
workspace.close()
