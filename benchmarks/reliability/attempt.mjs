// One edit in one format, perturbed in one way: what was shown, what is on the disk when the edit arrives, what is sent, and which
// files are right afterwards. Everything follows from the seed and the three names.
import { formats, isSequence } from './formats.mjs';
import { merge } from './merge.mjs';
import { perturbations } from './perturbations.mjs';
import { inSendableOrder, quoteHunks } from './quotes.mjs';
import { PythonRandom } from './random.mjs';
import { applyHunks, shownLines, withoutMarks } from './text.mjs';

export class Attempt {
  // What the hand did wrong, read by the formats: each perturbation sets what it needs.
  slip = {};
  // 'intended', 'either' (intended or refused), 'reject', or 'unchanged' (the file must stay as it is).
  right = 'intended';
  // The files that are right; null until somebody asks, because most perturbations leave them as they are.
  accepted = null;
  // False where nothing in the format could show a tool that the edit is not the one that was meant.
  detectable = true;
  variant = '';
  // Hunks that no call of a sequence may make.
  forbidden = new Set();
  // Lines that may differ in trailing blanks, because the quotation lost them.
  blankTolerance = 0;

  constructor(theCase, format, perturbation, { seed = 1, spelling = 'words' } = {}) {
    this.case = theCase;
    this.format = format;
    this.perturbation = perturbation;
    this.spelling = spelling;
    this.random = new PythonRandom(`${seed}:${theCase.id}:${format}:${perturbation}`);
    this.path = theCase.path.slice(theCase.path.lastIndexOf('/') + 1);
    this.show(theCase.before);
    this.hunks = theCase.hunks.map(withoutMarks);
  }

  // The file as the model reads it; the disk holds it until a perturbation says otherwise.
  show(file) {
    this.shown = file;
    this.disk = file;
    this.lines = shownLines(file);
  }

  calls(view) {
    return formats[this.format].calls(this, view);
  }

  // The quotations that make the edit, or null where none is unique.
  quotes() {
    return this.slip.quotes ?? this.freshQuotes();
  }

  freshQuotes() {
    const quotes = this.unorderedQuotes(this.hunks);
    return formats[this.format].quotes === 0 ? inSendableOrder(this.lines, quotes) : quotes;
  }

  unorderedQuotes(hunks) {
    return quoteHunks(this.lines, hunks, formats[this.format].quotes);
  }

  // The file after these hunks (all of them if none are named), with whatever else happened to it; null where that is unknown.
  result(indices = this.hunks.map((_, index) => index)) {
    if (this.disk === null) return null;
    const hunks = indices.map((index) => this.hunks[index]);
    return merge(this.shown, applyHunks(this.shown, hunks), this.disk);
  }

  acceptedFiles() {
    this.accepted ??= [this.result()].filter((file) => file !== null);
    return this.accepted;
  }

  get isSequence() {
    return isSequence(this.format);
  }
}

// Null where the perturbation does not apply to this edit in this format.
export function makeAttempt(theCase, format, perturbation, options) {
  const attempt = new Attempt(theCase, format, perturbation, options);
  if (perturbations[perturbation].apply(attempt) === false) return null;
  const needsRightFile = !['none', 'already_applied'].includes(perturbation) && attempt.right !== 'reject' && attempt.disk !== null;
  return needsRightFile && attempt.acceptedFiles().length === 0 ? null : attempt;
}
