// The list of what happened, the newest first.
import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import { root, roots, select, selected, shown, waiting } from './state';
import type { Item } from './types';

const few = 100;

export const timeOf = (time: number | undefined) => (time === undefined ? '' : new Date(time).toLocaleTimeString());

function headline(item: Item): string {
  if (item.missed !== undefined) return `${item.missed} events came too fast`;
  if (item.event === 'undone') return item.op === 'redo' ? 'brought back' : 'taken back';
  if (item.event === 'proposed') return item.waits ? 'asks' : 'preview';
  return item.event ?? '';
}

function Files({ item }: { item: Item }) {
  const files = item.files ?? [];
  const first = files[0];
  if (!first) return item.message ? <span class="path">{item.message}</span> : null;
  return (
    <span class="path">
      {first.shown}
      {first.destination ? ` → ${first.destination}` : ''}
      {files.length > 1 ? ` and ${files.length - 1 + (item.more_files ?? 0)} more` : ''}
      {first.added ? <span class="plus"> +{first.added}</span> : null}
      {first.removed ? <span class="minus"> −{first.removed}</span> : null}
    </span>
  );
}

const Entry = memo(function Entry({ item, current }: { item: Item; current: boolean }) {
  const marks = [item.asked === 'open' ? 'waits for you' : item.asked, item.undone ? 'taken back' : '', item.reviewed ? 'reviewed' : ''];
  return (
    <li class={`entry ${item.asked === 'open' ? 'open' : (item.event ?? '')}`}>
      <button type="button" aria-current={current} onClick={() => select(item.n)} data-n={item.n}>
        <span class="line">
          <span class="who">{item.who ?? 'kedge'}</span> <span class={`event ${item.event ?? ''}`}>{headline(item)}</span>
          {item.code ? <span class="code"> {item.code}</span> : null}
          {item.time === undefined ? null : <time dateTime={new Date(item.time).toISOString()}>{timeOf(item.time)}</time>}
        </span>
        <Files item={item} />
        {marks.some(Boolean) ? <span class="marks">{marks.filter(Boolean).join(', ')}</span> : null}
      </button>
    </li>
  );
});

export function Timeline() {
  const [count, setCount] = useState(few);
  const all = shown.value;
  const newest = all.slice(-count).reverse();
  return (
    <nav class="timeline" aria-label="Timeline">
      {roots.value.length > 1 ? (
        <label class="pick">
          Root{' '}
          <select value={root.value} onChange={(event) => (root.value = Number(event.currentTarget.value))}>
            <option value={-1}>all</option>
            {roots.value.map((path, at) => (
              <option value={at} key={at}>{path}</option>
            ))}
          </select>
        </label>
      ) : null}
      <p class="hidden" role="status">
        {waiting.value.length > 0 ? `${waiting.value.length} waiting for your answer` : ''}
      </p>
      {all.length === 0 ? <p class="quiet">Nothing yet. What agents do under this root appears here.</p> : null}
      <ol>
        {newest.map((item) => (
          <Entry item={item} current={item.n === selected.value} key={item.n} />
        ))}
      </ol>
      {all.length > count ? (
        <button type="button" onClick={() => setCount(count + few)}>Show older ({all.length - count})</button>
      ) : null}
    </nav>
  );
}
