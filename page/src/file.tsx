// The history of a file: a slider through its versions, and who wrote which line.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Listing } from './rows';
import { fetched, items, select } from './state';
import type { Blame, Change, Rows } from './types';

interface FileProps {
  root: number;
  path: string;
}

function BlameList({ root, path }: FileProps) {
  const [blame, setBlame] = useState<Blame | null>(null);
  useEffect(() => void fetched<Blame>('/api/blame', { root, path }).then(setBlame), [root, path]);
  if (!blame) return <p class="quiet">Loading …</p>;
  return (
    <>
      <Listing
        rows={blame.rows}
        label={`Who wrote the lines of ${path}`}
        about={(at) => {
          const place = blame.lines[at]!;
          const origin = blame.origins[place];
          if (at > 0 && blame.lines[at - 1] === place) return null;
          if (!origin || origin.by === 'not_known') return 'before';
          return origin.by === 'others' ? 'others' : `${origin.who} ${new Date(origin.time!).toLocaleString()}`;
        }}
      />
      {blame.rows.length < blame.all_rows ? <p class="quiet">The first {blame.rows.length} of {blame.all_rows} lines.</p> : null}
    </>
  );
}

function Playback({ root, path, changes }: FileProps & { changes: Change[] }) {
  const [at, setAt] = useState(changes.length - 1);
  const [plays, setPlays] = useState(false);
  const [rows, setRows] = useState<Rows | null>(null);
  const wanted = useRef(0);
  const change = changes[Math.min(at, changes.length - 1)];
  useEffect(() => {
    if (!change) return;
    const mine = ++wanted.current;
    if (!change.after) return setRows({ rows: [], from: 0, all_rows: 0 });
    void fetched<Rows>('/api/version', { root, path: change.path, version: change.after }).then((answered) => {
      if (mine === wanted.current) setRows(answered);
    });
  }, [root, change?.id]);
  useEffect(() => {
    if (!plays) return;
    const timer = setInterval(() => {
      setAt((now) => {
        if (now + 1 >= changes.length) setPlays(false);
        return Math.min(now + 1, changes.length - 1);
      });
    }, 800);
    return () => clearInterval(timer);
  }, [plays, changes.length]);
  if (!change) return <p class="quiet">Nothing is recorded about this file.</p>;
  const item = items.value.find((each) => each.id === change.id && each.event === 'applied');
  return (
    <>
      <div class="actions">
        <button type="button" id="play" onClick={() => { if (!plays && at + 1 >= changes.length) setAt(0); setPlays(!plays); }}>
          {plays ? 'Stop' : 'Play'}
        </button>
        <label class="grow slider">
          Version {at + 1} of {changes.length}
          <input type="range" min={0} max={changes.length - 1} value={at} onInput={(event) => { setPlays(false); setAt(Number(event.currentTarget.value)); }} />
        </label>
      </div>
      <p>
        {change.kind} by {change.client ?? change.session ?? 'kedge'}, {new Date(change.time).toLocaleString()}
        {change.undone ? ', taken back' : ''}{' '}
        {item ? <button type="button" class="link" onClick={() => select(item.n)}>{change.id}</button> : change.id}
      </p>
      {rows ? <Listing rows={rows.rows} label={`${path} after ${change.id}`} /> : <p class="quiet">The bytes of that time are not kept.</p>}
    </>
  );
}

export function FileView({ root, path }: FileProps) {
  const [changes, setChanges] = useState<Change[] | null>(null);
  const [page, setPage] = useState<'versions' | 'blame'>('versions');
  useEffect(() => {
    setChanges(null);
    void fetched<{ changes: Change[] }>('/api/history', { root, path }).then((answered) => setChanges(answered ? answered.changes.slice().reverse() : []));
  }, [root, path]);
  return (
    <>
      <h2>{path}</h2>
      <div class="actions">
        <button type="button" aria-pressed={page === 'versions'} onClick={() => setPage('versions')}>Versions</button>
        <button type="button" aria-pressed={page === 'blame'} id="blame" onClick={() => setPage('blame')}>Who wrote which line</button>
      </div>
      {page === 'blame' ? <BlameList root={root} path={path} /> : changes ? <Playback root={root} path={path} changes={changes} key={`${root} ${path}`} /> : <p class="quiet">Loading …</p>}
    </>
  );
}
