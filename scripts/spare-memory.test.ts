import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'meki-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program that calls `spareMemory` and then reports its state. */
async function run(variables: { [name: string]: string }) {
  const file = join(folder, 'program.js');
  const module = fileURLToPath(new URL('./spare-memory.js', import.meta.url));
  const tells = '{ pid, argv: argv.slice(2), execArgv, pools: env.MALLOC_ARENA_MAX, own: env.OWN }';
  writeFileSync(
    file,
    `import { spareMemory } from ${JSON.stringify(module)};
spareMemory();
const { pid, argv, execArgv, env } = process;
console.log(JSON.stringify(${tells}));`,
  );
  const child = spawn(process.execPath, ['--max-semi-space-size=2', file, 'a b'], {
    env: { ...variables, OWN: 'kept' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  return { child, told: JSON.parse(output) };
}

test('a process goes on in its place, with its arguments and its environment', async () => {
  const { child, told } = await run({});
  expect(told).toEqual({
    pid: child.pid,
    argv: ['a b'],
    execArgv: ['--max-semi-space-size=2'],
    own: 'kept',
    ...(process.platform === 'linux' && { pools: '1' }),
  });
});

test('what the operator set stays', async () => {
  const { told } = await run({ MALLOC_ARENA_MAX: '3' });
  expect(told).toMatchObject({ pools: '3' });
  const { told: other } = await run({ MALLOC_TRIM_THRESHOLD_: '1' });
  expect(other).not.toHaveProperty('pools');
});
