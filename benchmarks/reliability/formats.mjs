// The formats of edits that the bench knows. `dialect` is kedge's name; `quotes` says how many kept lines a quotation carries on
// each side, and is missing where lines are named instead of quoted; a `sequence` is sent as one call an edit.
import { anchoredCalls } from './formats/anchored_calls.mjs';
import { codexCalls, udiffCalls } from './formats/diffs.mjs';
import { operationCalls } from './formats/operations.mjs';
import { patchCalls } from './formats/patch.mjs';
import { batchCalls, blockCalls, replaceCalls } from './formats/text_pairs.mjs';

export const formats = {
  hl_patch: { dialect: 'patch', named: 'patch', calls: patchCalls },
  ops_json: { dialect: 'anchors', named: 'anchors', calls: operationCalls },
  anchors: { dialect: 'hashline', named: 'hashline', calls: anchoredCalls, sequence: true },
  str_replace: { dialect: 'replace', named: 'replace', calls: replaceCalls, quotes: 0, sequence: true },
  mcp_edits: { dialect: 'replace', named: 'replace (batch)', calls: batchCalls, quotes: 0 },
  codex: { dialect: 'apply_patch', named: 'apply_patch', calls: codexCalls, quotes: 3 },
  udiff: { dialect: 'udiff', named: 'udiff', calls: udiffCalls, quotes: 3 },
  sr_block: { dialect: 'blocks', named: 'blocks', calls: blockCalls, quotes: 0 },
};

export const formatNames = Object.keys(formats);
export const quotesText = (format) => formats[format].quotes !== undefined;
export const isSequence = (format) => Boolean(formats[format].sequence);
