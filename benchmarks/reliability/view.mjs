// What a model learns from the text that a tool's read returned, and nothing else: the tag of the version, the hash of each line,
// and how rows are numbered. No hash is ever computed here.
const header = /^(?:¶(.+)#([0-9A-Za-z]{2,32})|\[(.+)#([0-9A-Za-z]{2,32})\])\s*$/s;
const hashedRow = /^\s*(\d+)[:#]([0-9a-fA-F]{2,16})(?: ?\[[a-z]+\])?[|\t](.*)$/s;
const numberedRow = /^\s*(\d+)([:\t|→])(.*)$/s;

export function parseView(text) {
  const view = { header: null, tag: null, hashes: new Map(), separator: null };
  let rowsSeen = false;
  for (const line of text.split('\n')) {
    const head = view.header === null && header.exec(line);
    if (head) {
      view.header = line.trim();
      view.tag = head[2] ?? head[4];
      continue;
    }
    const hashed = hashedRow.exec(line);
    if (hashed) view.hashes.set(Number(hashed[1]), hashed[2]);
    const numbered = hashed || rowsSeen ? null : numberedRow.exec(line);
    if (numbered) view.separator = numbered[2];
    rowsSeen ||= Boolean(hashed || numbered);
  }
  return view;
}
