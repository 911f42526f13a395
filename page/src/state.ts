// What the page knows, and how it changes.
import { batch, computed, signal } from '@preact/signals';
import { get, listen, post, Refused } from './api';
import type { Detail, Held, Item, Part, ShownFile, Turned } from './types';

export const roots = signal<string[]>([]);
export const version = signal('');
export const connected = signal(false);
export const problem = signal('');
export const notice = signal('');
export const items = signal<Item[]>([]); // oldest first
export const held = signal<Held[]>([]);
export const root = signal(-1); // which one is shown; -1: all
export const wanted = signal(''); // what is searched for
export const found = signal<Set<number> | null>(null); // the server's answer to that
export const selected = signal<number | null>(null);
export const detail = signal<Detail | null>(null);
export const sideBySide = signal(stored('view') === 'side');
export const theme = signal(stored('theme') ?? 'auto');
export type Place = { page: 'change' } | { page: 'stats' } | { page: 'file'; root: number; path: string };
export const place = signal<Place>({ page: 'change' });
export const helpIsOpen = signal(false);

const most = 2000;

function stored(name: string): string | null {
  try {
    return localStorage.getItem(`kedge-${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string) {
  try {
    localStorage.setItem(`kedge-${name}`, value);
  } catch {
    // A browser may refuse to keep anything.
  }
}

function matches(item: Item, words: string): boolean {
  const text = [item.who, item.op, item.event, item.code, item.message, item.id, ...(item.files ?? []).map((file) => file.shown)];
  return text.some((each) => each?.toLowerCase().includes(words));
}

export const shown = computed(() => {
  const words = wanted.value.trim().toLowerCase();
  const known = found.value;
  return items.value.filter(
    (item) =>
      (root.value < 0 || item.root === root.value) && (words === '' || matches(item, words) || (known?.has(item.n) ?? false)),
  );
});
export const waiting = computed(() => items.value.filter((item) => item.asked === 'open'));

// ---- what the server tells

interface Told {
  hello?: { version: string; roots: string[] };
  items?: Item[];
  held?: Held[];
  held_refused?: { id: string; message: string };
}

let pending: Told[] = [];
let last = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const pause = 50; // milliseconds between two drawings while much happens

function hear(message: unknown) {
  pending.push(message as Told);
  if (timer !== undefined) return;
  const wait = last + pause - performance.now();
  if (wait <= 0) take();
  else timer = setTimeout(take, wait);
}

function take() {
  timer = undefined;
  last = performance.now();
  const told = pending;
  pending = [];
  batch(() => {
    let all = items.value;
    let changed = false;
    for (const each of told) {
      if (each.hello) {
        roots.value = each.hello.roots;
        version.value = each.hello.version;
        all = [];
        // The numbers are of another server.
        if (selected.value !== null && !each.items?.some((item) => item.n === selected.value)) select(null);
      }
      if (each.held) held.value = each.held;
      if (each.held_refused) notice.value = `${each.held_refused.id} was not taken back: ${each.held_refused.message}`;
      for (const item of each.items ?? []) {
        if (!changed) all = all.slice();
        changed = true;
        const newest = all[all.length - 1];
        if (!newest || item.n > newest.n) {
          all.push(item);
        } else {
          const at = all.findIndex((other) => other.n === item.n);
          if (at >= 0) all[at] = item;
        }
        if (item.n === selected.value) void show(item.n);
      }
      if (each.hello && !changed) changed = true;
    }
    if (changed) items.value = all.length > most ? all.slice(all.length - most) : all;
    // Whoever is asked wants to see what about.
    const open = waiting.value[0];
    const now = items.value.find((item) => item.n === selected.value);
    if (open && place.value.page === 'change' && now?.asked !== 'open') select(open.n);
  });
}

export function start() {
  void listen(hear, (is, what) => {
    batch(() => {
      connected.value = is;
      problem.value = what;
    });
  });
}

// ---- what the person does

export function say(text: string) {
  notice.value = text;
}

async function tried<T>(what: Promise<T>): Promise<T | null> {
  try {
    return await what;
  } catch (error) {
    say(error instanceof Refused ? error.message : String(error));
    return null;
  }
}

async function show(n: number) {
  const answer = await tried(get<Detail>('/api/item', { n }));
  if (answer && selected.value === n) detail.value = answer;
}

export function select(n: number | null) {
  if (n !== selected.value) detail.value = null;
  selected.value = n;
  if (n === null) return;
  place.value = { page: 'change' };
  void show(n);
}

export function step(by: number) {
  const list = shown.value;
  const at = list.findIndex((item) => item.n === selected.value);
  const next = at < 0 ? list[list.length - 1] : list[Math.min(Math.max(at - by, 0), list.length - 1)];
  if (next) select(next.n);
}

export async function moreRows(n: number, file: number, from: number): Promise<ShownFile | null> {
  const answer = await tried(get<Detail>('/api/item', { n, file, from }));
  return answer?.files[0] ?? null;
}

export interface Answer {
  consent: boolean;
  note?: string;
  declined?: Part[];
  edited?: { path: string; text: string }[];
  minutes?: number;
}

export async function answer(n: number, said: Answer) {
  if (await tried(post('/api/answer', { n, ...said }))) say(said.consent ? 'accepted' : 'declined');
}

export interface Turn {
  root: number;
  id: string;
  way: 'undo' | 'redo';
  parts?: Part[];
  note?: string;
  hold?: boolean;
  dry_run?: boolean;
}

export const turn = (wantedTurn: Turn) => tried(post<Turned>('/api/turn', wantedTurn));
export const letGo = (each: Held) => tried(post('/api/let_go', { root: each.root, number: each.number }));
export const review = (item: Item, reviewed: boolean) => tried(post('/api/review', { root: item.root, id: item.id, reviewed }));
export const tell = async (item: Item, note: string) => {
  if (await tried(post('/api/note', { root: item.root, session: item.session, note }))) say('the agent is told with its next answer');
};
export const fetched = <T>(path: string, query: Record<string, string | number>) => tried(get<T>(path, query));

let searching = 0;
export async function search(words: string) {
  wanted.value = words;
  found.value = null;
  const mine = ++searching;
  if (words.trim() === '') return;
  await new Promise((resolve) => setTimeout(resolve, 200));
  if (mine !== searching) return;
  const answered = await tried(get<{ items: number[] }>('/api/search', { q: words.trim() }));
  if (answered && mine === searching) found.value = new Set(answered.items);
}
