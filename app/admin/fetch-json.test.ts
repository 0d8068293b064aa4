import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetchJson } from './fetch-json.ts';

afterEach(() => vi.unstubAllGlobals());

function answering(respond: () => Promise<Response> | Response) {
  vi.stubGlobal('fetch', async () => respond());
}

describe('what a server answers in JSON', () => {
  test('is told where it was asked for', async () => {
    answering(() => Response.json({ version: 3 }));
    expect(await fetchJson('/x')).toEqual({ data: { version: 3 } });
  });

  test('is told with a status of an error too, when it is of a kind that is meant', async () => {
    answering(() => Response.json({ kind: 'refused' }, { status: 409 }));
    expect(await fetchJson('/x', { kinds: ['done', 'refused'] })).toEqual({ data: { kind: 'refused' } });
    expect(await fetchJson('/x')).toEqual({ failure: 'failed' });
  });

  test.each([[{ statusCode: 500, message: 'Internal server error' }], [{ kind: 'other' }], [null], ['done']])(
    'is none of what was meant: %j',
    async (body) => {
      for (const status of [200, 500]) {
        answering(() => Response.json(body, { status }));
        expect(await fetchJson('/x', { kinds: ['done'] })).toEqual({ failure: 'failed' });
      }
    },
  );

  test('is none where it stands at another address, to which one was led', async () => {
    answering(() => Object.defineProperty(Response.json({ kind: 'done' }), 'redirected', { value: true }));
    expect(await fetchJson('/x')).toEqual({ failure: 'ended' });
    expect(await fetchJson('/x', { kinds: ['done'] })).toEqual({ failure: 'ended' });
  });

  test.each([
    [401, 'ended'],
    [403, 'forbidden'],
    [404, 'gone'],
    [410, 'gone'],
    [500, 'failed'],
  ])('is none with the status %i, which tells why: %s', async (status, failure) => {
    answering(() => Response.json({ message: 'Unexpected Server Error' }, { status }));
    expect(await fetchJson('/x')).toEqual({ failure });
    expect(await fetchJson('/x', { kinds: ['done'] })).toEqual({ failure });
    answering(() => new Response('<p>', { status, headers: { 'content-type': 'text/html' } }));
    expect(await fetchJson('/x')).toEqual({ failure });
  });

  test.each<[string, () => Promise<Response> | Response]>([
    ['it cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['it answers with a page', () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
    ['its answer breaks off', () => new Response('{"a', { headers: { 'content-type': 'application/json' } })],
  ])('is nothing where %s', async (_, respond) => {
    answering(respond);
    expect(await fetchJson('/x')).toEqual({ failure: 'failed' });
  });
});
