// Says an edit of the corpus in the words of a format: the arguments of the calls that a model would send, most of the time one. The
// bench of reliability knows how; an edit that nothing disturbs is what is wanted of it here.
import { Attempt } from "../reliability/attempt.mjs";
import { Inexpressible } from "../reliability/formats/slips.mjs";
import { verbs } from "../reliability/tools/kedge.mjs";
import { parseView } from "../reliability/view.mjs";
import { tools } from "./tools.mjs";

/** The arguments of each call, in order; undefined where the format has no words for the edit. `rows`: the file as it was read. */
export function expressed(edit, format, rows) {
  if (tools[format].whole) return [{ path: edit.path, content: edit.after.replace(/^\ufeff/, "").replaceAll("\r\n", "\n") }];
  const { like, spelling, sent = verbs[like].editArguments } = tools[format];
  const attempt = new Attempt(edit, like, "none", { spelling });
  attempt.path = edit.path;
  try {
    return attempt.calls(parseView(rows)).map(({ payload }) => sent(payload));
  } catch (error) {
    if (error instanceof Inexpressible) return undefined;
    throw error;
  }
}
