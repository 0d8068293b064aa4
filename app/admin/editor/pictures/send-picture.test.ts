import { afterEach, expect, test, vi } from 'vitest';
import { sendPicture } from './send-picture.ts';

afterEach(() => vi.unstubAllGlobals());

const sentences = {
  tooLarge: (name: string) => `${name} is too large`,
  failed: (name: string) => `${name} did not arrive`,
  forbidden: () => 'not allowed',
};
const file = new File(['x'], 'x.png', { type: 'image/png' });

test.each<[string, () => Promise<Response>, object]>([
  ['taken', async () => Response.json({ ok: true, media: 'm1' }, { status: 201 }), { ok: true, media: 'm1' }],
  ['refused with a reason', async () => Response.json({ ok: false, problem: 'p' }, { status: 422 }), { problem: 'p' }],
  ['one too many', async () => Response.json({ ok: false, problem: 'wait' }, { status: 429 }), { problem: 'wait' }],
  ['too large for the server', async () => new Response(null, { status: 413 }), { problem: 'x.png is too large' }],
  ['sent by who may not', async () => new Response(null, { status: 403 }), { problem: 'not allowed' }],
  ['met by a failing server', async () => new Response(null, { status: 500 }), { problem: 'x.png did not arrive' }],
  ['sent without a network', () => Promise.reject(new TypeError('offline')), { problem: 'x.png did not arrive' }],
])('a picture that is %s is told of as that', async (_, respond, answer) => {
  vi.stubGlobal('fetch', respond);
  expect(await sendPicture('/pictures', file, sentences)).toMatchObject(answer);
});

test('a picture that nobody waits for any more is taken back, and nothing is told of it', async () => {
  const controller = new AbortController();
  const fetching = vi.fn<typeof fetch>(
    (_path, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  vi.stubGlobal('fetch', fetching);
  const sent = sendPicture('/pictures', file, sentences, controller.signal);
  controller.abort();
  expect(await sent).toBeUndefined();
  vi.stubGlobal('fetch', async () => Response.json({ ok: true, media: 'm1' }, { status: 201 }));
  expect(await sendPicture('/pictures', file, sentences, controller.signal)).toBeUndefined();
});
