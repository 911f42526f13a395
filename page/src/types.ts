// What the server sends; src/web/page_json.cpp makes it. Every text is to be shown as it is, never as HTML.

export interface ListedFile {
  path: string;
  shown: string;
  op?: string;
  destination?: string;
  added?: number;
  removed?: number;
}

export interface Item {
  n: number;
  root: number;
  missed?: number;
  event?: 'opened' | 'proposed' | 'applied' | 'refused' | 'undone' | 'recovered';
  time?: number;
  who?: string;
  session?: string;
  op?: string;
  id?: string;
  code?: string;
  message?: string;
  asked?: 'open' | 'accepted' | 'declined' | 'over';
  waits?: boolean;
  undone?: boolean;
  reviewed?: boolean;
  files?: ListedFile[];
  more_files?: number;
}

export type Piece = [text: string, colour?: string, changed?: 1];
export type Row = [kind: ' ' | '-' | '+' | '@', before: number, after: number, part: number, pieces: Piece[], leftOut?: number, anchor?: string];

export interface ShownFile extends ListedFile {
  summary?: string;
  recovered?: string;
  parts: number;
  rows: Row[];
  from: number;
  all_rows: number;
  bytes_left_out?: number;
  text?: string;
}

export interface Detail {
  item: Item;
  message: string;
  warnings: string[];
  files: ShownFile[];
}

export interface Held {
  root: number;
  number: number;
  id: string;
  session: string;
}

export interface Turned {
  done?: boolean;
  held?: boolean;
  warnings: string[];
  files: ShownFile[];
}

export interface Change {
  id: string;
  time: number;
  kind: string;
  op: string;
  path: string;
  undone: boolean;
  reviewed: boolean;
  client?: string;
  session?: string;
  before?: string;
  after?: string;
}

export interface Rows {
  rows: Row[];
  from: number;
  all_rows: number;
}

export interface Origin {
  by: 'recorded' | 'others' | 'not_known';
  id?: string;
  time?: number;
  who?: string;
}

export interface Blame extends Rows {
  origins: Origin[];
  lines: number[];
}

export interface Stats {
  clients: {
    client: string;
    dialect: string;
    calls: number;
    changes: number;
    refusals: number;
    repairs: number;
    retries: number;
    codes: Record<string, number>;
  }[];
  hours: [time: number, changes: number][];
  changes: number;
  recovered: number;
  tokens_saved: number;
}

export interface Part {
  path: string;
  hunks: number[];
}
