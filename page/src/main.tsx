import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ChangeView } from './change';
import { FileView } from './file';
import { StatsView } from './stats';
import * as state from './state';
import { Timeline } from './timeline';
import './style.css';

const keys: [key: string, does: string][] = [
  ['j, k', 'next, previous in the timeline'],
  ['a', 'accept what is asked'],
  ['d', 'decline it'],
  ['u', 'take the change back, or bring it back, after a preview'],
  ['r', 'mark the change as reviewed'],
  ['s', 'one column or side by side'],
  ['/', 'search'],
  ['?', 'this help'],
];

function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (state.helpIsOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [state.helpIsOpen.value]);
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={() => (state.helpIsOpen.value = false)}>
      <h2>Keys</h2>
      <dl>{keys.map(([key, does]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>)}</dl>
      <button type="button" onClick={() => (state.helpIsOpen.value = false)}>Close</button>
    </dialog>
  );
}

function press(id: string) {
  document.getElementById(id)?.click();
}

function onKey(event: KeyboardEvent) {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) return;
  const does: Record<string, () => void> = {
    j: () => state.step(1),
    k: () => state.step(-1),
    a: () => press('accept'),
    d: () => press('decline'),
    u: () => press('undo'),
    r: () => press('reviewed'),
    s: flipView,
    '/': () => document.getElementById('search')?.focus(),
    '?': () => (state.helpIsOpen.value = !state.helpIsOpen.value),
  };
  const action = does[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function flipView() {
  state.sideBySide.value = !state.sideBySide.value;
  state.keep('view', state.sideBySide.value ? 'side' : 'one');
}

const themes = ['auto', 'light', 'dark'];

function Page() {
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    document.documentElement.dataset['theme'] = state.theme.value;
  }, [state.theme.value]);
  useEffect(() => {
    const count = state.waiting.value.length;
    document.title = count > 0 ? `(${count}) kedge` : 'kedge';
  }, [state.waiting.value.length]);
  const place = state.place.value;
  return (
    <>
      <header>
        <h1>kedge</h1>
        <label class="search">
          <span class="hidden">Search</span>
          <input id="search" type="search" placeholder="search" value={state.wanted.value} onInput={(event) => void state.search(event.currentTarget.value)} />
        </label>
        <button type="button" aria-pressed={place.page === 'change'} onClick={() => (state.place.value = { page: 'change' })}>Changes</button>
        <button type="button" aria-pressed={place.page === 'stats'} id="stats" onClick={() => (state.place.value = { page: 'stats' })}>Statistics</button>
        <button type="button" aria-pressed={state.sideBySide.value} onClick={flipView}>Side by side</button>
        <button type="button" onClick={() => { state.theme.value = themes[(themes.indexOf(state.theme.value) + 1) % 3]!; state.keep('theme', state.theme.value); }}>
          Theme: {state.theme.value}
        </button>
        <button type="button" onClick={() => (state.helpIsOpen.value = true)}>Keys</button>
        <span class={state.connected.value ? 'state on' : 'state off'} role="status" id="state">
          {state.connected.value ? 'live' : state.problem.value || 'connecting'}
        </span>
      </header>
      {state.notice.value ? (
        <p class="notice" role="alert">
          {state.notice.value} <button type="button" class="small" onClick={() => (state.notice.value = '')}>Dismiss</button>
        </p>
      ) : null}
      <div class="columns">
        <Timeline />
        <main id="main">
          {place.page === 'stats' ? <StatsView /> : place.page === 'file' ? <FileView root={place.root} path={place.path} /> : <ChangeView />}
        </main>
      </div>
      <Help />
    </>
  );
}

render(<Page />, document.getElementById('page')!);
state.start();
