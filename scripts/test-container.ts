/**
 * `npm run test:container`: runs the steps of the Dockerfile in clean folders, without an engine, and asks the site of the result. The
 * libraries come from the registry; nothing else is needed. What only an engine can do is left out: users, volumes and base images.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readIgnored, readStages } from './dockerfile.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Milliseconds until the site must answer. */
const PATIENCE = 60_000;

const work = mkdtempSync(join(tmpdir(), 'meki-container-'));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const ignored = new Set(readIgnored(readFileSync(join(ROOT, '.dockerignore'), 'utf8')));
/** What an engine is given: the files of the repository, without those that are ignored. */
const context = files.split('\n').filter((path) => path !== '' && !ignored.has(path.split('/')[0] ?? ''));

function copy(text: string, folder: string): void {
  const [from, ...rest] = text.split(' ');
  if (from?.startsWith('--from=')) {
    const [source = '', target = ''] = rest;
    const stage = join(work, from.slice('--from='.length), source.replace('/srv/meki/', ''));
    cpSync(stage, join(folder, target), { recursive: true, verbatimSymlinks: true });
    return;
  }
  const named = [from, ...rest].slice(0, -1);
  for (const path of context) {
    if (named.includes('.') || named.includes(path)) cpSync(join(ROOT, path), join(folder, path));
  }
}

async function answerOf(url: string): Promise<string> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return answer.text();
    if (Date.now() > end) throw new Error(`${url} does not answer`);
    await new Promise((done) => setTimeout(done, 200));
  }
}

async function tryImage(folder: string, command: string[], variables: { [name: string]: string }): Promise<void> {
  const port = process.env.PORT ?? '3900';
  const env = { PATH: '/usr/bin:/bin', ...variables, HOST: '127.0.0.1', PORT: port, MEKI_DATA_DIR: join(work, 'data') };
  const [program = '', ...args] = command;
  const child = spawn(join(folder, program), args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise<number | null>((done) => child.on('exit', done));
  try {
    await answerOf(`http://127.0.0.1:${port}/readyz`);
    const page = await answerOf(`http://127.0.0.1:${port}/en`);
    if (!page.includes('<h1')) throw new Error('The home page has no heading');
    await answerOf(`http://127.0.0.1:${port}/admin/signin`);
    const doctor = [join(folder, 'cli/meki.js'), 'doctor'];
    execFileSync(join(folder, program), doctor, { cwd: folder, env, stdio: 'inherit' });
  } finally {
    child.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) throw new Error(`The server ended with ${code}`);
}

try {
  const stages = readStages(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  let last = '';
  let command: string[] = [];
  let variables: { [name: string]: string } = {};
  for (const { name, instructions } of stages) {
    const isImage = name === '';
    last = join(work, isImage ? 'image' : name);
    mkdirSync(last, { recursive: true });
    for (const { name: kind, text } of instructions) {
      if (kind === 'COPY') copy(text, last);
      // The image's own step makes a user and folders, which needs root.
      else if (kind === 'RUN' && !isImage) execFileSync('sh', ['-c', text], { cwd: last, stdio: 'inherit' });
      else if (kind === 'ENTRYPOINT' || kind === 'CMD') command = [...command, ...JSON.parse(text)];
      else if (kind === 'ENV')
        variables = {
          ...variables,
          ...Object.fromEntries(text.split(' ').map((pair) => pair.split('=') as [string, string])),
        };
    }
  }
  const own = new Set(readdirSync(last));
  for (const name of ignored) {
    if (name !== 'node_modules' && name !== 'build' && own.has(name)) throw new Error(`${name} is in the image`);
  }
  if (readdirSync(join(last, 'node_modules')).includes('vitest'))
    throw new Error('The image has libraries of development');
  await tryImage(last, command, variables);
  process.stdout.write('The steps of the Dockerfile make a site that answers.\n');
} finally {
  rmSync(work, { recursive: true, force: true });
}
