// What became of an attempt, by the bytes on the disk and by what the tool said of its calls.
//   intended                an accepted file
//   lucky                   an accepted file where a refusal was due
//   rejected                an error, and the file as it was
//   rejected_after_partial  a sequence: an error, and every call that was not refused did what it should
//   intended_but_error      an accepted file, but an error from every call
//   noop_ok                 "done", and the file as it was where a change was due
//   error_but_wrote         an error, and another file
//   wrong                   "done", and a file that nobody wanted
//   unjudged                a sequence of which only a part was made, and git cannot merge that part: nobody knows what is right

export function judge(attempt, calls, accepted, after) {
  const all = accepted.length === calls.length && accepted.every(Boolean);
  const any = accepted.some(Boolean);
  const unchanged = after === null ? attempt.disk === null : isFile(after, attempt.disk);
  if (attempt.right === 'unchanged') {
    if (unchanged) return all ? 'intended' : 'rejected';
    return any ? 'wrong' : 'error_but_wrote';
  }
  const right = attempt.disk === null ? [] : attempt.acceptedFiles();
  if (right.some((file) => isFile(after, file))) {
    if (!any) return 'intended_but_error';
    return all && attempt.right === 'reject' ? 'lucky' : 'intended';
  }
  if (unchanged) return all ? 'noop_ok' : 'rejected';
  const tolerated = (file) => attempt.blankTolerance > 0 && isFileButForBlanks(after, file, attempt.blankTolerance);
  if (all && right.length > 0 && tolerated(right[0])) return 'intended';
  if (attempt.isSequence && after !== null && attempt.disk !== null) {
    const made = [...new Set(calls.filter((_, i) => accepted[i]).flatMap((call) => call.hunks))].sort((a, b) => a - b);
    if (made.some((hunk) => attempt.forbidden.has(hunk))) return 'wrong';
    const part = all ? null : attempt.result(made);
    if (part === null && !all) return 'unjudged';
    if (part !== null && (isFile(after, part) || tolerated(part))) return 'rejected_after_partial';
  }
  return any ? 'wrong' : 'error_but_wrote';
}

// What a wrong file has wrong: line ends only, blanks only, or more.
export function wrongKind(attempt, after) {
  if (attempt.disk === null) return 'recreated';
  if (after === null) return 'deleted';
  const text = after.toString('utf8');
  const like = (normal) => attempt.acceptedFiles().some((file) => normal(file) === normal(text));
  if (like((file) => file.replaceAll('\r\n', '\n'))) return 'eol';
  return like((file) => file.replace(/[ \t\n\r\f\v]+/g, '')) ? 'whitespace' : 'content';
}

function isFile(bytes, file) {
  return bytes !== null && file !== null && bytes.equals(Buffer.from(file, 'utf8'));
}

const withoutTrailingBlanks = (line) => line.replace(/[ \t\r]+$/, '');

function isFileButForBlanks(bytes, file, mostLines) {
  const lines = bytes.toString('utf8').split('\n');
  const wanted = file.split('\n');
  if (lines.length !== wanted.length) return false;
  const differing = lines.map((line, i) => [line, wanted[i]]).filter(([line, other]) => line !== other);
  if (differing.length > mostLines) return false;
  return differing.every(([line, other]) => {
    return withoutTrailingBlanks(line) === withoutTrailingBlanks(other) && line.endsWith('\r') === other.endsWith('\r');
  });
}
