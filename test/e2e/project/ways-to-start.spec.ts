import { expect, test } from '@playwright/test';
import { launchSite, PATIENCE } from '../../helpers/servers/launch-site.ts';

/** The commands that start the server, each with a signal; `npm run dev` is judged in `development.spec.ts`. */
const WAYS: [string, NodeJS.Signals][] = [
  ['node_modules/node/bin/node scripts/start.js', 'SIGHUP'],
  ['npm start', 'SIGTERM'],
  ['npm start', 'SIGINT'],
  ['npx meki serve', 'SIGTERM'],
  ['node cli/meki.js serve', 'SIGTERM'],
];

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
