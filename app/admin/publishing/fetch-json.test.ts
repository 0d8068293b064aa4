import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetchJson } from './fetch-json.ts';

afterEach(() => vi.unstubAllGlobals());

function answering(respond: () => Promise<Response>) {
  vi.stubGlobal('fetch', respond);
}

describe('what a server answers in JSON', () => {
  test('is told with whether it is what was asked for', async () => {
    answering(async () => Response.json({ kind: 'refused' }, { status: 409 }));
    expect(await fetchJson('/x')).toEqual({ isOk: false, data: { kind: 'refused' } });
  });

  test.each<[string, () => Promise<Response>]>([
    ['it cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['it answers with a page', async () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
    ['its answer breaks off', async () => new Response('{"a', { headers: { 'content-type': 'application/json' } })],
  ])('is nothing where %s', async (_, respond) => {
    answering(respond);
    expect(await fetchJson('/x')).toBeUndefined();
  });
});
