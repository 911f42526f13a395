// The command line of the bench.
import { join } from 'node:path';
import { formatNames } from './formats.mjs';
import { perturbationNames, perturbations } from './perturbations.mjs';
import { tools } from './tools.mjs';

export const usage = `Usage: ./bench reliability [OPTION…]
Sends real edits in every dialect, perturbed as models and concurrent writers perturb them, and compares bytes.

What is edited:
  --generated           files and edits that a generator makes (the default)
  --repo PATH           edits mined from the history of a git repository
  --corpus FILE.jsonl   edits from a file
  --npm                 edits between consecutive versions of ten npm packages, which are downloaded once to build/bench
  --limit N             about N of them, evenly spread
  --quick               about 60 of them

How, and by what:
  --formats A,B         of ${formatNames.join(' ')}
  --repairable          only perturbations after which a refusal can be repaired
  --perturbations A,B   of ${wrapped(perturbationNames)}
  --tools A,B           of ${Object.keys(tools).join(', ')} (default: kedge)
  --peers               all tools that can be had here
  --kedge BINARY        default: build/release/kedge or build/bench/kedge
  --jobs N              attempts at once (default: 2)
  --fresh               a session of its own for every attempt; otherwise one session goes through all of them, and knows what it
                        showed and wrote before

What is told:
  --outcomes FILE       one JSON row an attempt
  --show-wrong N        the first N of each kind that were not right
  --show-unrepaired N   the first N of each kind whose refusal did not lead to the right file
  --help

hashline is looked for in $KEDGE_BENCH_PEERS/node_modules, server-filesystem at $KEDGE_SERVER_FILESYSTEM. Rows are appended to
$KEDGE_RESULTS.
`;

export class UsageError extends Error {}

const quickLimit = 60;

export function parseArguments(argv) {
  const options = {
    source: { kind: 'generated' },
    limit: null,
    formats: formatNames,
    perturbations: perturbationNames,
    tools: ['kedge'],
    kedge: null,
    jobs: 2,
    fresh: false,
    outcomes: null,
    showWrong: 0,
    showUnrepaired: 0,
    help: false,
  };
  const rest = [...argv];
  const value = (name) => {
    if (rest.length === 0) throw new UsageError(`${name} needs a value`);
    return rest.shift();
  };
  const number = (name, least) => {
    const text = value(name);
    if (!/^\d+$/.test(text) || Number(text) < least) throw new UsageError(`${name} needs a number from ${least}, not ${text}`);
    return Number(text);
  };
  const namesOf = (name, known) => {
    const names = value(name).split(',');
    const unknown = names.find((each) => !known.includes(each));
    if (unknown !== undefined) throw new UsageError(`${name}: ${unknown} is none of ${known.join(', ')}`);
    return names;
  };
  const handlers = {
    '--generated': () => { options.source = { kind: 'generated' }; },
    '--repo': (name) => { options.source = { kind: 'repo', path: value(name) }; },
    '--npm': () => { options.source = { kind: 'npm', path: join('build', 'bench') }; },
    '--corpus': (name) => { options.source = { kind: 'corpus', path: value(name) }; },
    '--limit': (name) => { options.limit = number(name, 1); },
    '--quick': () => { options.limit = quickLimit; },
    '--formats': (name) => { options.formats = namesOf(name, formatNames); },
    '--perturbations': (name) => { options.perturbations = namesOf(name, perturbationNames); },
    '--repairable': () => { options.perturbations = perturbationNames.filter((each) => perturbations[each].repairable); },
    '--tools': (name) => { options.tools = namesOf(name, Object.keys(tools)); },
    '--peers': () => { options.tools = Object.keys(tools); },
    '--kedge': (name) => { options.kedge = value(name); },
    '--jobs': (name) => { options.jobs = number(name, 1); },
    '--fresh': () => { options.fresh = true; },
    '--outcomes': (name) => { options.outcomes = value(name); },
    '--show-wrong': (name) => { options.showWrong = number(name, 0); },
    '--show-unrepaired': (name) => { options.showUnrepaired = number(name, 0); },
    '--help': () => { options.help = true; },
  };
  while (rest.length > 0) {
    const name = rest.shift();
    if (!Object.hasOwn(handlers, name)) throw new UsageError(`${name} is no option`);
    handlers[name](name);
  }
  return options;
}

function wrapped(names) {
  const rows = [];
  for (let at = 0; at < names.length; at += 6) rows.push(names.slice(at, at + 6).join(' '));
  return rows.join('\n                        ');
}
