import { expect, test } from '@playwright/test';
import { launchSite } from '../helpers/launch-site.ts';

/** Milliseconds that a supervisor waits before SIGKILL. */
const PATIENCE = 10_000;

/** The commands that start the server, each with a signal. */
const WAYS: [string, NodeJS.Signals][] = [
  ['node_modules/node/bin/node scripts/start.js', 'SIGHUP'],
  ['npm start', 'SIGTERM'],
  ['npm start', 'SIGINT'],
  ['npm run dev', 'SIGTERM'],
  ['npx meki serve', 'SIGTERM'],
  ['node cli/meki.js serve', 'SIGTERM'],
];

// The development server takes a while to start on a busy machine.
test.setTimeout(120_000);

for (const [command, signal] of WAYS) {
  test(`"${command}" ends its server on ${signal}, whoever holds a connection`, async () => {
    const launched = await launchSite(command);
    const silent = launched.holdConnection();
    launched.kill(signal);
    await expect.poll(() => launched.isListening(), { timeout: PATIENCE }).toBe(false);
    expect(await launched.said('"msg":"stopped"')).toBe(true);
    // npx runs its own shell, which the signal ends before the server has stopped.
    if (!command.startsWith('npx')) expect(await launched.exitCode).toBe(0);
    silent.destroy();
  });
}

for (const command of ['npm start', 'npx meki serve', 'node cli/meki.js serve']) {
  test(`the server of "${command}" ends when that is killed`, async () => {
    const launched = await launchSite(command);
    launched.kill('SIGKILL');
    await expect.poll(() => launched.isListening(), { timeout: PATIENCE }).toBe(false);
    expect(await launched.said('"msg":"stopped"')).toBe(true);
  });
}
