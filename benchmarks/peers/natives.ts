// hashline calls a native addon that is not published for every platform. Its typings describe the line diff as that of
// jsdiff's diffArrays, so jsdiff does it here; the syntax probes answer null, which hashline takes as "language not
// known". Loaded with --preload, before hashline asks for the addon.
import { plugin } from "bun";
import { diffArrays } from "diff";

type Run = { count: number; added: boolean; removed: boolean };

function diffLineRuns(before: string, after: string): Run[] {
  return diffArrays(before.split("\n"), after.split("\n")).map(({ count, added, removed }) => ({
    count: count ?? 0,
    added: Boolean(added),
    removed: Boolean(removed),
  }));
}

plugin({
  name: "natives in plain TypeScript",
  setup(build) {
    build.module("@oh-my-pi/pi-natives", () => ({
      loader: "object",
      exports: { diffLineRuns, enclosingBlockBoundaries: () => null, nodeChainAt: () => null },
    }));
  },
});
