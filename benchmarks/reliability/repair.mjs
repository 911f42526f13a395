// The usefulness of a refusal: can the edit be sent again, and be right, by somebody who has nothing but the message, the edit as it
// was sent, and what was shown before? The rules are fixed and know no file; nothing is read from the disk to make a repair.
//   repaired   the file is right after one repair, which may have to be sent twice
//   again      the repaired edit was refused as well
//   wrong      it was taken, and the file is not right: the message led astray
//   unclear    the message does not say enough to send anything
//   no place   what the edit is about is gone, and nobody can say what would be right: not counted
import { join } from 'node:path';
import { quotesText } from './formats.mjs';
import { perturbations } from './perturbations.mjs';
import { repairedAddresses } from './repair/addressed.mjs';
import { insistedFiles } from './repair/insisted.mjs';
import { repairedQuotes } from './repair/quoted.mjs';
import { readFileOrNull } from './run_attempt.mjs';

const refused = ['rejected', 'rejected_after_partial'];

// Undefined where there is nothing to repair; what was sent is put beside the refused call for the reader.
export async function tryRepair(tool, attempt, result, folder) {
  if (!perturbations[attempt.perturbation].repairable || !refused.includes(result.outcome)) return undefined;
  const right = attempt.perturbation === 'stale_overlap' ? insistedFiles(attempt) : attempt.acceptedFiles();
  if (right === null) return { how: 'no place', sent: [] };
  const sent = [];
  let isRefused = false;
  for (const [index, call] of result.calls.entries()) {
    if (result.answers[index].ok) continue;
    const payload = repairedPayload(attempt, call, result.answers[index].text);
    if (payload === null) return { how: 'unclear', sent };
    if (payload === 'nothing') continue;
    let answer = await tool.edit(attempt.path, attempt.format, payload);
    sent.push({ payload, answer });
    // Shown once more what it is about, the same edit is sent again, if that and nothing else is what the message asks for.
    if (!answer.ok && /\b(?:send|repeat) the (?:same )?edit again(?! with)/i.test(answer.text)) {
      answer = await tool.edit(attempt.path, attempt.format, payload);
      sent.push({ payload, answer });
    }
    // The edit is meant: if what it makes looks wrong, and the message names what to accept, it is accepted.
    const names = answer.ok ? null : /\baccept_warnings: (\["[\w", ]+"\])/.exec(answer.text);
    if (names !== null) {
      answer = await tool.edit(attempt.path, attempt.format, payload, JSON.parse(names[1]));
      sent.push({ payload, answer });
    }
    isRefused ||= !answer.ok;
  }
  const after = readFileOrNull(join(folder, attempt.path));
  if (after !== null && right.some((file) => after.equals(Buffer.from(file, 'utf8')))) return { how: 'repaired', sent };
  return { how: isRefused ? 'again' : 'wrong', sent };
}

function repairedPayload(attempt, call, message) {
  return quotesText(attempt.format) ? repairedQuotes(attempt.format, call, message) : repairedAddresses(attempt, call, message);
}
