import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { addressOf, createDataFolder, runServer, takePort } from '../testing/run-server.ts';
import { tellReady } from './process-life.ts';

const run = (variables: { [name: string]: string } = {}, shell?: string) =>
  runServer({ MEKI_DATA_DIR: createDataFolder(), ...variables }, shell);

const answers = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  );

test.each(['json', 'pretty'])('the server ends when what reads its %s log is gone', async (format) => {
  const { port, end } = await takePort();
  end();
  const started = run({ PORT: String(port), MEKI_LOG: format });
  started.child.stdout.destroy();
  started.child.stderr.destroy();
  await expect.poll(() => answers(`http://localhost:${port}`)).toBe(true);
  started.child.kill('SIGTERM');
  expect(await started.exited).toBe(0);
});

/** A module that writes to the console and warns when it is told to. */
const NOISY = `process.on('SIGUSR2', () => {
  console.log('from a library', { a: 1 });
  console.error(new Error('of a library'));
  process.emitWarning('an old way', 'DeprecationWarning');
});`;

test('its JSON log is JSON alone, whoever writes, and has no address of anybody', async () => {
  const noisy = `data:text/javascript,${encodeURIComponent(NOISY)}`;
  const started = run({ NOISY: noisy, MEKI_TRUSTED_PROXIES: '1' }, 'exec "$NODE" --import "$NOISY" "$SCRIPT"');
  const address = await addressOf(started);
  const headers = { 'x-forwarded-for': '203.0.113.77', 'x-request-id': 'of-the-proxy' };
  for (const path of ['/one', '/one', '/healthz']) await fetch(address + path, { headers });
  started.child.kill('SIGUSR2');
  await started.says('an old way');
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  const { stdout, stderr } = started.output();
  expect(stderr).toBe('');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ level }) => level)).not.toContain(undefined);
  expect(lines.find(({ msg }) => msg.includes('from a library'))).toMatchObject({ level: 'info' });
  expect(lines.find(({ msg }) => msg.includes('of a library'))).toMatchObject({ level: 'error' });
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests).toHaveLength(3);
  for (const request of requests) expect(request).toMatchObject({ network: '203.0.113.0/24', id: 'of-the-proxy' });
  expect(stdout).not.toContain('203.0.113.77');
});

test('it writes lines of its level and above', async () => {
  const { port, end } = await takePort();
  end();
  const started = run({ MEKI_LOG_LEVEL: 'error', PORT: String(port) });
  await expect.poll(() => answers(`http://localhost:${port}`)).toBe(true);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  expect(started.output()).toEqual({ stdout: '', stderr: '' });
});

test('it ends when nobody reads its log, which has become long', async () => {
  const started = run();
  const address = await addressOf(started);
  started.child.stdout.pause();
  const path = `/${'x'.repeat(8_000)}`;
  for (let index = 0; index < 40; index++) await fetch(address + path);
  started.child.kill('SIGTERM');
  expect(await started.exited).toBe(0);
});

test('it ends in order when its terminal is closed, while one of its threads still computes', async () => {
  const started = run();
  const address = await addressOf(started);
  expect((await fetch(`${address}/es/about`)).status).toBe(200);
  started.child.kill('SIGHUP');
  expect(await started.ended).toBe(0);
  expect(started.output().stdout).toContain('"msg":"stopped"');
});

test('it ends in order with 1 after an error that nobody caught, which it tells once with its cause', async () => {
  const started = run();
  const address = await addressOf(started);
  await fetch(`${address}/en/about`);
  expect(await started.ended).toBe(1);
  const { stdout, stderr } = started.output();
  expect(stdout).toContain('"msg":"stopped"');
  expect(stderr).toBe('');
  const errors = stdout.split('\n').filter((line) => line.includes('"level":"error"'));
  expect(errors).toHaveLength(1);
  expect(JSON.parse(errors[0] ?? '')).toMatchObject({
    msg: 'Nobody caught an error; the server stops',
    err: {
      message: expect.stringContaining('A listener failed'),
      stack: expect.stringContaining('the disk is gone'),
    },
  });
});

test('it ends in order when the launcher that holds a channel to it is gone', async () => {
  const started = run(
    {},
    `exec "$NODE" -e '
    const { spawn } = require("node:child_process");
    spawn(process.execPath, [process.env.SCRIPT], { stdio: ["ignore", "inherit", "inherit", "ipc"] });'`,
  );
  const address = await addressOf(started);
  started.child.kill('SIGKILL');
  expect(await started.says('"msg":"stopped"')).toBeTruthy();
  await expect.poll(() => answers(address)).toBe(false);
});

test('it ends in order when the shell in which npm launched it is gone', async () => {
  const started = run({ npm_lifecycle_event: 'start' }, '"$NODE" "$SCRIPT"; true');
  const address = await addressOf(started);
  started.child.kill('SIGTERM');
  expect(await started.says('"msg":"stopped"')).toBeTruthy();
  await expect.poll(() => answers(address)).toBe(false);
});

test('it ends in order when the npm is gone in whose shell it runs', async () => {
  const shell = `exec "$NODE" -e '
    const { spawn } = require("node:child_process");
    spawn("sh", ["-c", "\\"$NODE\\" \\"$SCRIPT\\"; true"], { stdio: "inherit" });'`;
  const started = run({ npm_lifecycle_event: 'npx' }, shell);
  const address = await addressOf(started);
  started.child.kill('SIGKILL');
  expect(await started.says('"msg":"stopped"')).toBeTruthy();
  await expect.poll(() => answers(address)).toBe(false);
});

test('systemd is told by its program that the server is ready, once it answers', async () => {
  const folder = makeTemporaryFolder();
  const told = join(folder, 'told');
  const program = `#!/bin/sh\necho "$NOTIFY_SOCKET" "$@" > ${told}\n`;
  writeFileSync(join(folder, 'systemd-notify'), program, { mode: 0o755 });
  const started = run({ PATH: `${folder}:${process.env.PATH}`, NOTIFY_SOCKET: '/run/systemd/notify' });
  await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8')).toBe('/run/systemd/notify --ready\n');
  expect(await answers(await addressOf(started))).toBe(true);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
});

test('that systemd cannot be told is reported, and nobody is told where none waits', async () => {
  const failed = await new Promise((report) => {
    tellReady({}, () => report('told nobody'));
    tellReady({ NOTIFY_SOCKET: '/nowhere', PATH: '/nowhere' }, report);
  });
  expect(failed).toMatchObject({ code: 'ENOENT' });
});
