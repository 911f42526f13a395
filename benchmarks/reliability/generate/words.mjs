// Names for generated files. `named` gives two words in the spelling that a language likes.
const verbs = ['load', 'parse', 'render', 'merge', 'resolve', 'collect', 'format', 'update', 'validate', 'connect', 'release', 'schedule'];
const nouns = [
  'account', 'buffer', 'channel', 'cursor', 'document', 'element', 'handler', 'invoice', 'listener', 'message', 'network', 'option',
  'packet', 'profile', 'request', 'session', 'snapshot', 'pattern', 'ticket', 'window',
];

export class Words {
  constructor(random) {
    this.random = random;
  }

  verb() {
    return this.random.choice(verbs);
  }

  noun() {
    return this.random.choice(nouns);
  }

  number() {
    return String(this.random.choice([2, 3, 5, 8, 16, 30, 64, 100, 250, 1024, 4096, 8080]));
  }

  snake() {
    return `${this.verb()}_${this.noun()}`;
  }

  camel() {
    return this.verb() + capital(this.noun());
  }

  pascal() {
    return capital(this.noun()) + capital(this.random.choice(['reader', 'writer', 'store', 'view', 'queue', 'policy']));
  }

  // Prose, in which typography and other scripts occur as they do in comments.
  sentence() {
    const start = `${capital(this.verb())}s the ${this.noun()}`;
    return start + this.random.choice([
      ` before the ${this.noun()} is closed.`,
      ` that the ${this.noun()} named, or nothing.`,
      ` — see the ${this.noun()} for why.`,
      `; the ${this.noun()}'s own limit is ${this.number()}.`,
      ` at most ${this.number()} times.`,
      ` (é, ß and 你 included).`,
    ]);
  }
}

const known = new RegExp(`(?:${[...verbs, ...nouns].join('|')})|\\d+`, 'gi');

// The line with one of its names or numbers changed; the line itself where it has none. Words of the language stay.
export function renamed(line, words) {
  const found = [...line.matchAll(known)];
  if (found.length === 0) return line;
  const { 0: word, index } = words.random.choice(found);
  const instead = /\d/.test(word) ? String(Number(word) + 1) : words.random.choice(nouns.filter((noun) => noun !== word.toLowerCase()));
  const cased = word[0] === word[0].toUpperCase() ? capital(instead) : instead;
  return line.slice(0, index) + cased + line.slice(index + word.length);
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
