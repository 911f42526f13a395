// One item of the timeline: its diff, and what a person can do about it.
import { useEffect, useState } from 'preact/hooks';
import { Diff } from './rows';
import { answer, detail, held, letGo, moreRows, place, review, say, selected, tell, turn } from './state';
import { timeOf } from './timeline';
import type { Detail, Item, Part, ShownFile, Turned } from './types';

type Declined = Map<string, Set<number>>;

const partsOf = (chosen: Declined): Part[] => [...chosen].filter(([, hunks]) => hunks.size > 0).map(([path, hunks]) => ({ path, hunks: [...hunks].sort((a, b) => a - b) }));

function FileHead({ file, root }: { file: ShownFile; root: number }) {
  return (
    <h3>
      <button type="button" class="link" onClick={() => (place.value = { page: 'file', root, path: file.destination ?? file.path })}>
        {file.shown}
        {file.destination ? ` → ${file.destination}` : ''}
      </button>
      <span class="quiet">
        {' '}
        {file.op === 'update' ? '' : `${file.op ?? ''} `}
        {file.summary ?? ''}
      </span>
    </h3>
  );
}

// Browsers know only one kind of line ending in a text field.
const hasMixedEndings = (text: string) => text.includes('\r\n') && text.replaceAll('\r\n', '').includes('\n');

function Question({ shown }: { shown: Detail }) {
  const [declined, setDeclined] = useState<Declined>(new Map());
  const [note, setNote] = useState('');
  const [minutes, setMinutes] = useState('');
  const [edits, setEdits] = useState<Map<string, string>>(new Map());
  const item = shown.item;
  const several = shown.files.reduce((sum, file) => sum + Math.max(file.parts, 1), 0) > 1;
  const flip = (path: string, part: number, is: boolean) => {
    const next = new Map(declined);
    const hunks = new Set(next.get(path));
    if (is) hunks.delete(part);
    else hunks.add(part);
    next.set(path, hunks);
    setDeclined(next);
  };
  const accept = () => {
    const edited = [...edits].map(([path, text]) => {
      const crlf = shown.files.find((file) => file.path === path)?.text?.includes('\r\n');
      return { path, text: crlf ? text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n') : text };
    });
    void answer(item.n, {
      consent: true,
      ...(note ? { note } : {}),
      declined: partsOf(declined),
      edited,
      ...(Number(minutes) > 0 ? { minutes: Number(minutes) } : {}),
    });
  };
  return (
    <>
      <form class="actions" aria-label="Your answer" onSubmit={(event) => event.preventDefault()}>
        <label class="grow">
          Note to the model <input value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
        <label>
          Accept all of this session for{' '}
          <input class="short" inputMode="numeric" value={minutes} onInput={(event) => setMinutes(event.currentTarget.value)} /> minutes
        </label>
        <button type="button" class="yes" id="accept" onClick={accept}>Accept{partsOf(declined).length > 0 ? ' the rest' : ''}</button>
        <button type="button" class="no" id="decline" onClick={() => void answer(item.n, { consent: false, ...(note ? { note } : {}) })}>
          Decline
        </button>
      </form>
      {shown.files.map((file, at) => (
        <section key={file.path} aria-label={file.shown}>
          <FileHead file={file} root={item.root} />
          <Diff
            file={file}
            more={(from) => moreRows(item.n, at, from)}
            {...(several && file.parts > 0
              ? {
                  control: (part: number) => (
                    <label>
                      <input
                        type="checkbox"
                        checked={!declined.get(file.path)?.has(part)}
                        onChange={(event) => flip(file.path, part, event.currentTarget.checked)}
                      />{' '}
                      accept change {part} of {file.shown}
                    </label>
                  ),
                }
              : {})}
          />
          {file.text !== undefined && !hasMixedEndings(file.text) ? (
            edits.has(file.path) ? (
              <label class="edit">
                {file.shown} as it is to be written
                <textarea
                  rows={16}
                  spellcheck={false}
                  value={edits.get(file.path)}
                  onInput={(event) => setEdits(new Map(edits).set(file.path, event.currentTarget.value))}
                />
              </label>
            ) : (
              <button type="button" onClick={() => setEdits(new Map(edits).set(file.path, file.text!))}>Change it before accepting</button>
            )
          ) : null}
        </section>
      ))}
    </>
  );
}

// What taking it back would do, before it is done.
function TurnPreview({ item, parts, onEnd }: { item: Item; parts: Part[]; onEnd: () => void }) {
  const [preview, setPreview] = useState<Turned | null>(null);
  const [note, setNote] = useState('');
  const way = item.undone ? 'redo' : 'undo';
  const wanted = { root: item.root, id: item.id!, way, parts } as const;
  useEffect(() => {
    void turn({ ...wanted, dry_run: true }).then((answered) => (answered ? setPreview(answered) : onEnd()));
  }, [item.n, item.undone, JSON.stringify(parts)]);
  if (!preview) return <p class="quiet">Looking what it would do …</p>;
  const go = async (hold: boolean) => {
    const answered = await turn({ ...wanted, note, hold });
    if (answered) say(answered.held ? 'it is done when the agent has been quiet for a while' : way === 'undo' ? 'taken back' : 'brought back');
    onEnd();
  };
  return (
    <section class="preview" aria-label="Preview">
      <h3>{way === 'undo' ? 'Taking it back' : 'Bringing it back'} would change</h3>
      {preview.warnings.map((warning) => <p class="warning" key={warning}>{warning}</p>)}
      {preview.files.map((file) => (
        <section key={file.path} aria-label={file.shown}>
          <FileHead file={file} root={item.root} />
          <Diff file={file} />
        </section>
      ))}
      <form class="actions" aria-label="Confirm" onSubmit={(event) => event.preventDefault()}>
        <label class="grow">
          Note to the agent <input value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
        <button type="button" class="yes" id="turn" onClick={() => void go(false)}>{way === 'undo' ? 'Take it back' : 'Bring it back'}</button>
        <button type="button" id="hold" onClick={() => void go(true)}>When the agent is done</button>
        <button type="button" onClick={onEnd}>Cancel</button>
      </form>
    </section>
  );
}

function Made({ shown }: { shown: Detail }) {
  const [turning, setTurning] = useState<Part[] | null>(null);
  const [note, setNote] = useState('');
  const item = shown.item;
  useEffect(() => setTurning(null), [item.n]);
  const isChange = item.event === 'applied' && item.id !== undefined;
  const waits = held.value.filter((each) => each.id === item.id && each.root === item.root);
  const several = shown.files.reduce((sum, file) => sum + Math.max(file.parts, 1), 0) > 1;
  return (
    <>
      {isChange ? (
        <div class="actions">
          <button type="button" id="undo" onClick={() => setTurning([])}>{item.undone ? 'Bring back …' : 'Take back …'}</button>
          <label>
            <input type="checkbox" id="reviewed" checked={item.reviewed ?? false} onChange={(event) => void review(item, event.currentTarget.checked)} />{' '}
            reviewed
          </label>
          {item.session && item.session !== 'web' ? (
            <form
              class="grow note"
              aria-label="Tell the agent"
              onSubmit={(event) => {
                event.preventDefault();
                if (note) void tell(item, note);
                setNote('');
              }}
            >
              <label class="grow">
                Note to the agent <input value={note} onInput={(event) => setNote(event.currentTarget.value)} />
              </label>
              <button type="submit">Send</button>
            </form>
          ) : null}
        </div>
      ) : null}
      {waits.map((each) => (
        <p class="warning" key={each.number}>
          It is taken back when the agent has been quiet for a while.{' '}
          <button type="button" onClick={() => void letGo(each)}>Do not</button>
        </p>
      ))}
      {turning ? <TurnPreview item={item} parts={turning} onEnd={() => setTurning(null)} /> : null}
      {shown.files.map((file, at) => (
        <section key={file.path} aria-label={file.shown}>
          <FileHead file={file} root={item.root} />
          {file.recovered ? <p class="quiet">moved over changes of others: {file.recovered}</p> : null}
          <Diff
            file={file}
            more={(from) => moreRows(item.n, at, from)}
            {...(isChange && !item.undone && several && file.parts > 0
              ? {
                  control: (part: number) => (
                    <button type="button" class="small" onClick={() => setTurning([{ path: file.path, hunks: [part] }])}>
                      Take back change {part}
                    </button>
                  ),
                }
              : {})}
          />
        </section>
      ))}
    </>
  );
}

const titles: Record<string, string> = {
  opened: 'opened',
  proposed: 'proposes',
  applied: 'wrote',
  refused: 'was refused',
  undone: 'took back',
  recovered: 'recovered',
};

export function ChangeView() {
  const shown = detail.value;
  if (selected.value === null) return <p class="quiet">Choose something from the timeline.</p>;
  if (!shown) return <p class="quiet">Loading …</p>;
  const item = shown.item;
  return (
    <>
      <h2>
        {item.who ?? 'kedge'} {item.op === 'redo' ? 'brought back' : (titles[item.event ?? ''] ?? '')} <span class="quiet">{timeOf(item.time)} {item.id ?? ''}</span>
      </h2>
      {item.missed !== undefined ? <p>{item.missed} events came faster than they could be shown.</p> : null}
      {shown.message ? <pre class="message" tabIndex={0}>{shown.message}</pre> : null}
      {shown.warnings.map((warning) => <p class="warning" key={warning}>{warning}</p>)}
      {item.asked === 'open' ? <Question shown={shown} key={item.n} /> : <Made shown={shown} key={item.n} />}
    </>
  );
}
