// A git repository made of consecutive versions of packages from the npm registry, to mine edits from (mine.mjs). Nothing of it is part of
// this project: it is downloaded when it is asked for, and kept in a folder of builds.
//
// Each file that a version changed is a commit of its own. A release changes many files at once, and what the next release does to the
// same file is what somebody else does meanwhile.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

const packages = ['axios', 'commander', 'express', 'fastify', 'koa', 'marked', 'mocha', 'semver', 'ws', 'yargs'];
const versionsOfEach = 25;
const sources = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json', '.md']);
const generated = /(^|\/)(dist|build|lib-umd|umd)\/|\.min\.|bundle/;
const largestFile = 200_000;
const longestLine = 2_000;

// The repository, made anew unless it is there already.
export async function npmRepository(folder, say) {
  const repository = join(folder, 'npm-packages');
  if (existsSync(join(repository, 'complete'))) return repository;
  rmSync(repository, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, 'npm-download.'));
  try {
    let commits = '';
    for (const name of packages) {
      const history = await historyOf(name, scratch);
      say(`${name}: ${history.length} versions`);
      commits += commitsOf(name, history);
    }
    const made = join(scratch, 'repository');
    git(['init', '--quiet', '--initial-branch=main', made]);
    git(['-C', made, 'fast-import', '--quiet', '--force'], commits);
    writeFileSync(join(made, 'complete'), '');
    renameSync(made, repository);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return repository;
}

// [{ version, files: Map(path, text) }], oldest first.
async function historyOf(name, scratch) {
  const about = await (await fetched(`https://registry.npmjs.org/${name}`)).json();
  const released = Object.entries(about.time)
    .filter(([version]) => version in about.versions && !version.includes('-'))
    .sort(([, one], [, other]) => one.localeCompare(other))
    .slice(-versionsOfEach);
  const history = [];
  for (const [version] of released) {
    const archive = join(scratch, `${name}-${version}.tgz`);
    writeFileSync(archive, Buffer.from(await (await fetched(about.versions[version].dist.tarball)).arrayBuffer()));
    const folder = join(scratch, `${name}-${version}`);
    mkdirSync(folder);
    const tar = spawnSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', '--no-same-owner']);
    if (tar.status !== 0) throw new Error(`${archive}: ${tar.stderr ?? tar.error}`);
    history.push({ version, files: textsBelow(folder) });
    rmSync(archive);
    rmSync(folder, { recursive: true });
  }
  return history;
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

function textsBelow(folder) {
  const files = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const whole = join(entry.parentPath ?? entry.path, entry.name);
    const path = whole.slice(folder.length + 1);
    if (!entry.isFile() || !sources.has(extname(path)) || generated.test(path)) continue;
    const text = readFileSync(whole);
    if (text.length > largestFile || text.toString('utf8').split('\n').some((line) => line.length > longestLine)) continue;
    files.set(path, text);
  }
  return files;
}

// For `git fast-import`. The first version of a file is a commit as well, so that what comes after is a change.
function commitsOf(name, history) {
  let stream = '';
  let known = new Map();
  for (const { version, files } of history) {
    for (const [path, text] of files) {
      if (known.get(path)?.equals(text)) continue;
      const title = `${name} ${version}: ${basename(path)} of ${dirname(path)}`;
      stream += `commit refs/heads/main\ncommitter kedge <bench@localhost> 0 +0000\n${data(title)}`;
      stream += `M 100644 inline ${name}/${path}\n${data(text.toString('latin1'))}\n`;
    }
    known = files;
  }
  return stream;
}

// Bytes are kept as Latin-1 characters until they are sent.
const data = (text) => `data ${text.length}\n${text}\n`;

function git(args, input) {
  const run = spawnSync('git', args, { input: input === undefined ? undefined : Buffer.from(input, 'latin1') });
  if (run.error) throw new Error(`git cannot be run: ${run.error.message}`);
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr.toString('utf8').trim()}`);
}
