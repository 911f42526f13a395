// Rows of files and diffs, in one column or side by side.
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { sideBySide } from './state';
import type { Piece, Row, ShownFile } from './types';

function Pieces({ pieces, leftOut }: { pieces: Piece[]; leftOut?: number | undefined }) {
  return (
    <code>
      {pieces.map(([text, colour, changed]) => {
        const kind = `${colour ? `t-${colour}` : ''}${changed ? ' word' : ''}`;
        return kind === '' ? text : <span class={kind}>{text}</span>;
      })}
      {leftOut ? <span class="cut"> … {leftOut.toLocaleString()} more bytes</span> : null}
    </code>
  );
}

const classOf = (row: Row | undefined) => (row?.[0] === '+' ? 'added' : row?.[0] === '-' ? 'removed' : '');
const signOf = (row: Row) => (row[0] === '+' ? 'added' : row[0] === '-' ? 'removed' : '');

function Cells({ row, number }: { row: Row | undefined; number: number }) {
  if (!row) return <><td class="number" /><td class="text none" /></>;
  return (
    <>
      <td class="number">{number || ''}{row[6] ? `:${row[6]}` : ''}</td>
      <td class={`text ${classOf(row)}`}>
        {signOf(row) ? <span class="hidden">{signOf(row)}: </span> : null}
        <Pieces pieces={row[4]} leftOut={row[5]} />
      </td>
    </>
  );
}

// Removed rows beside the added ones that took their place.
function pairs(rows: Row[]): [Row | undefined, Row | undefined][] {
  const out: [Row | undefined, Row | undefined][] = [];
  for (let at = 0; at < rows.length; ) {
    const row = rows[at]!;
    if (row[0] !== '-' && row[0] !== '+') {
      out.push([row, row]);
      at += 1;
      continue;
    }
    const gone: Row[] = [];
    const come: Row[] = [];
    while (rows[at]?.[0] === '-') gone.push(rows[at++]!);
    while (rows[at]?.[0] === '+') come.push(rows[at++]!);
    for (let i = 0; i < Math.max(gone.length, come.length); ++i) out.push([gone[i], come[i]]);
  }
  return out;
}

export interface DiffProps {
  file: ShownFile;
  // What is shown above the rows of a part, such as a box to decline it.
  control?: (part: number) => ComponentChildren;
  more?: (from: number) => Promise<ShownFile | null>;
}

export function Diff({ file, control, more }: DiffProps) {
  const [added, setAdded] = useState<Row[]>([]);
  const rows = useMemo(() => [...file.rows, ...added], [file, added]);
  const lines = useMemo(() => (sideBySide.value ? pairs(rows) : rows.map((row) => [row, row] as [Row, Row])), [rows, sideBySide.value]);
  if (rows.length === 0) return <p class="quiet">{file.bytes_left_out ? 'The diff is too large to be shown.' : 'No lines to show.'}</p>;
  const wide = sideBySide.value;
  const columns = wide ? 4 : 3;
  let part = 0;
  return (
    <>
      <div class="scroll" role="region" aria-label={`Changes of ${file.shown}`} tabIndex={0}>
        <table class={wide ? 'diff wide' : 'diff'}>
          <caption class="hidden">Changed lines of {file.shown}</caption>
          <thead class="hidden">
            <tr>
              {wide ? (
                <><th scope="col">Line before</th><th scope="col">Before</th><th scope="col">Line after</th><th scope="col">After</th></>
              ) : (
                <><th scope="col">Line before</th><th scope="col">Line after</th><th scope="col">Text</th></>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map(([left, right], at) => {
              const row = (left ?? right)!;
              const opens = row[3] > 0 && row[3] !== part && control;
              if (row[3] > 0) part = row[3];
              const above = opens ? (
                <tr class="control" key={`part ${row[3]}`}>
                  <td colSpan={columns}>{control(row[3])}</td>
                </tr>
              ) : null;
              if (row[0] === '@') {
                return (
                  <tr class="header" key={at}>
                    <td colSpan={columns}><Pieces pieces={row[4]} /></td>
                  </tr>
                );
              }
              const line = wide ? (
                <tr key={at}>
                  <Cells row={left} number={left?.[1] ?? 0} />
                  <Cells row={right} number={right?.[2] ?? 0} />
                </tr>
              ) : (
                <tr key={at}>
                  <td class="number">{row[1] || ''}</td>
                  <Cells row={row} number={row[2]} />
                </tr>
              );
              return above ? [above, line] : line;
            })}
          </tbody>
        </table>
      </div>
      {more && file.from + rows.length < file.all_rows ? (
        <button
          type="button"
          onClick={async () => {
            const next = await more(file.from + rows.length);
            if (next) setAdded([...added, ...next.rows]);
          }}
        >
          Show more of {(file.all_rows - file.from - rows.length).toLocaleString()} further rows
        </button>
      ) : null}
      {file.bytes_left_out ? <p class="quiet">{file.bytes_left_out.toLocaleString()} more bytes were not told.</p> : null}
    </>
  );
}

// A whole file, with something about each of its lines.
export function Listing({ rows, label, about }: { rows: Row[]; label: string; about?: (index: number) => ComponentChildren }) {
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table class="diff">
        <caption class="hidden">{label}</caption>
        <thead class="hidden">
          <tr>
            {about ? <th scope="col">Written by</th> : null}
            <th scope="col">Line</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row[2]}>
              {about ? <td class="about">{about(at)}</td> : null}
              <Cells row={row} number={row[2]} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
