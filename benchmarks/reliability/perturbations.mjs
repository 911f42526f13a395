// The ways in which models and concurrent writers perturb an edit. `repairable` ones are those whose refusal should tell a model
// enough to send the edit again and be right.
import * as disk from './perturbations/disk.mjs';
import * as payload from './perturbations/payload.mjs';
import * as quoting from './perturbations/quoting.mjs';

export const perturbations = {
  none: { apply: () => true },
  payload_crlf: { apply: payload.payloadCrlf },
  final_nl_missing: { apply: payload.finalNewlineMissing },
  trailing_ws_lost: { apply: quoting.trailingBlanksLost },
  indent_reflow: { apply: quoting.indentReflow },
  misrecall_old: { apply: quoting.misrecallRemoved, repairable: true },
  misrecall_ctx: { apply: quoting.misrecallKept, repairable: true },
  ambiguous_old: { apply: quoting.ambiguousOld },
  unicode_fancy: { apply: quoting.unicodeFancy },
  unicode_ascii: { apply: quoting.unicodeAscii },
  off_by_one: { apply: payload.offByOne },
  swapped_range: { apply: payload.swappedRange },
  hash_typo: { apply: payload.hashTypo },
  prefix_pasted: { apply: payload.prefixPasted, repairable: true },
  lookalike_content: { apply: payload.lookalikeContent },
  bare_body: { apply: payload.bareBody },
  overlap_batch: { apply: payload.overlapBatch },
  stale_clean: { apply: disk.staleClean, repairable: true },
  stale_overlap: { apply: disk.staleOverlap, repairable: true },
  stale_moved: { apply: disk.staleMoved, repairable: true },
  dup_above: { apply: disk.duplicateAbove },
  eol_flip: { apply: disk.lineEndsFlipped },
  file_deleted: { apply: disk.fileDeleted },
  already_applied: { apply: disk.alreadyApplied },
};

export const perturbationNames = Object.keys(perturbations);
