import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIconService } from './icon-service.ts';

const HOSTS = ['https://one.example', 'https://two.example', 'https://three.example'];
const HOME = { prefix: 'mdi', icons: { home: { body: '<path d="M1 1"/>' } }, width: 24, height: 24 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Hosts that answer as given; without an answer they stay silent. */
function startService(answers: { [host: string]: () => Response }) {
  const asked: { url: string; at: number; signal: AbortSignal }[] = [];
  const warn = vi.fn();
  const begun = Date.now();
  const service = createIconService({
    hosts: HOSTS,
    warn,
    fetch(url, { signal }) {
      asked.push({ url, at: Date.now() - begun, signal });
      const answer = answers[new URL(url).host.split('.')[0] ?? ''];
      if (answer) return Promise.resolve(answer());
      return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
    },
  });
  return { service, asked, warn };
}

test('the first host is asked, and no other one if it answers', async () => {
  const { service, asked } = startService({ one: () => Response.json(HOME) });
  expect(await service.fetchIcons('mdi', ['home'])).toMatchObject(HOME);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.map(({ url }) => url)).toEqual(['https://one.example/mdi.json?icons=home']);
});

test('a host that is silent for 750 ms is followed by the next, and the first answer counts', async () => {
  const { service, asked } = startService({ three: () => Response.json(HOME) });
  const found = service.fetchIcons('mdi', ['home']);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await found).toMatchObject(HOME);
  expect(asked.map(({ at }) => at)).toEqual([0, 750, 1_500]);
  expect(asked[0]?.signal.aborted, 'the others need not answer any more').toBe(true);
});

test('after 5 seconds without an answer there is none', async () => {
  const { service, warn } = startService({});
  let found: unknown = 'waits';
  void service.fetchIcons('mdi', ['home']).then((answer) => {
    found = answer;
  });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(found).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toBeUndefined();
  expect(warn).toHaveBeenCalledExactlyOnceWith('The icon service cannot be reached', expect.anything());
});

test('a host that fails does not prevent the answer of the next', async () => {
  const { service } = startService({ one: () => new Response('', { status: 500 }), two: () => Response.json(HOME) });
  const found = service.fetchIcons('mdi', ['home']);
  await vi.advanceTimersByTimeAsync(750);
  expect(await found).toMatchObject(HOME);
});

test('many names are split into requests of 500 characters, and their answers are one', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `an-icon-${index}`);
  const asked: string[] = [];
  const service = createIconService({
    hosts: HOSTS.slice(0, 1),
    warn: () => {},
    async fetch(url) {
      const wanted = new URL(url).searchParams.get('icons')?.split(',') ?? [];
      asked.push(wanted.join(','));
      return Response.json({ prefix: 'mdi', icons: Object.fromEntries(wanted.map((name) => [name, HOME.icons.home])) });
    },
  });
  expect(Object.keys((await service.fetchIcons('mdi', names))?.icons ?? {})).toEqual(names);
  expect(asked.length).toBeGreaterThan(1);
  for (const request of asked) expect(request.length).toBeLessThanOrEqual(500);
});

test.each([
  ['of another collection', { ...HOME, prefix: 'other' }],
  ['without icons', { prefix: 'mdi' }],
  ['that is no object', 'x'],
])('an answer %s is none', async (_, body) => {
  const { service } = startService({ one: () => Response.json(body) });
  expect(await service.fetchIcons('mdi', ['home'])).toBeUndefined();
});

test('an icon that is more than a drawing is left out', async () => {
  const icons = { home: HOME.icons.home, bad: { body: '<script>alert(1)</script>' } };
  const { service } = startService({ one: () => Response.json({ ...HOME, icons }) });
  expect(Object.keys((await service.fetchIcons('mdi', ['home', 'bad']))?.icons ?? {})).toEqual(['home']);
});
