import { expect, onTestFinished, test } from 'vitest';
import { createLog, type LogLevel } from './log.ts';

const PAGE = { method: 'GET', path: '/', status: 200, ms: 1.5, hit: 'page' } as const;
const ASSET = { ...PAGE, path: '/assets/a.js', hit: 'asset' } as const;

/** The lines that a log of a level writes. */
async function written(level: LogLevel, use: (log: Awaited<ReturnType<typeof createLog>>) => void) {
  let text = '';
  const { write } = process.stdout;
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += chunk;
    return true;
  };
  onTestFinished(() => {
    process.stdout.write = write;
  });
  const log = await createLog('json', level);
  use(log);
  log.flush();
  process.stdout.write = write;
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

test('files of the build are logged at debug, other requests at info, with network and person', async () => {
  const use = (log: Awaited<ReturnType<typeof createLog>>) => {
    log.access({ ...PAGE, id: 'a"b', network: '203.0.113.0/24', person: 'ana' });
    log.access(ASSET);
  };
  const page = { level: 'info', path: '/', status: 200, network: '203.0.113.0/24', person: 'ana', msg: 'request' };
  expect(await written('info', use)).toMatchObject([page]);
  const [first, second] = await written('debug', use);
  expect([first, second]).toMatchObject([page, { level: 'debug', path: '/assets/a.js' }]);
  expect(first).not.toHaveProperty('hit');
  expect(await written('warn', use)).toEqual([]);
});
