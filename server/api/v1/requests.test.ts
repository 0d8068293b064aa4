import { describe, expect, test, vi } from 'vitest';
import { revokeApiToken } from '#core/tokens/api-tokens.ts';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';
import { routes } from './create-content-api.ts';

async function createSite(options: Parameters<typeof createApiSite>[0] = {}) {
  const site = await createApiSite(options);
  return { ...site, editor: await site.createProgram('editor') };
}

const paths = routes.map(
  ({ method, path }) => [method.toUpperCase(), path.replace('{language}', 'es').replaceAll(/\{(\w+)\}/g, 'x')] as const,
);

describe('without a good token', () => {
  test('everything answers 401', async () => {
    const { send, store } = await createSite();
    for (const [method, path] of paths) {
      for (const token of ['', 'nonsense', `meki_aaaaaaaaaaaa_${'a'.repeat(43)}`]) {
        const reply = await send(token, method, path);
        expect([method, path, reply.status, reply.body?.code]).toEqual([method, path, 401, 'unauthorized']);
        const challenge = token ? /error="invalid_token"/ : /^Bearer realm="meki"$/;
        expect(reply.headers.get('www-authenticate')).toMatch(challenge);
      }
    }
    expect(await store.runQuery({ collection: 'items' })).toEqual([]);
  });

  test('a revoked one is none any more', async () => {
    const { editor, store } = await createSite();
    expect((await editor.get('/items')).status).toBe(200);
    await revokeApiToken({ store }, { kind: 'command-line' }, editor.program.id.slice('program-'.length));
    expect((await editor.get('/items')).status).toBe(401);
  });

  test('a session of a person opens nothing', async () => {
    const { send, signIn } = await createSite();
    const { cookie } = await signIn('Eva', { role: 'owner' });
    expect((await send('', 'GET', '/items', undefined, { cookie })).status).toBe(401);
  });
});

describe('what is not there', () => {
  test('is not found, with or without a token', async () => {
    const { editor, send } = await createSite();
    for (const path of [
      '/',
      '/nothing',
      '/items/',
      '/items/one/nothing/more',
      '/items/one/publish/now',
      '/ITEMS',
      '/openapi.jsonx',
    ]) {
      for (const token of [editor.token, '']) {
        const reply = await send(token, 'GET', path);
        const notFound = { type: 'urn:meki:problem:not-found', status: 404 };
        expect([path, reply.status, reply.body]).toMatchObject([path, 404, notFound]);
        expect(reply.headers.get('content-type')).toBe('application/problem+json');
      }
    }
  });

  test('a method that is not taken is refused, and the answer says what is', async () => {
    const { editor } = await createSite();
    for (const [method, path, allow] of [
      ['POST', '/items/one', 'GET, HEAD, PATCH, DELETE'],
      ['DELETE', '/items', 'GET, HEAD, POST'],
      ['GET', '/items/one/publish', 'POST'],
      ['GET', '/items/one/es', 'PUT, PATCH'],
      ['POST', '/openapi.json', 'GET, HEAD'],
      ['OPTIONS', '/items', 'GET, HEAD, POST'],
    ] as const) {
      const { status, body, headers } = await editor.send(method, path);
      const told = [method, path, status, body?.code, headers.get('allow')];
      expect(told).toEqual([method, path, 405, 'method-not-allowed', allow]);
    }
  });

  test('HEAD answers as GET does', async () => {
    const { editor } = await createSite();
    expect((await editor.send('HEAD', '/items')).status).toBe(200);
  });
});

describe('a body', () => {
  test('that is no object of JSON, or a too large one, is refused', async () => {
    const { editor } = await createSite();
    await editor.createNotice('one', { es: { title: 'a' } });
    for (const [type, body, status, code] of [
      ['text/plain', '{}', 415, 'unsupported-media-type'],
      ['application/x-www-form-urlencoded', 'a=b', 415, 'unsupported-media-type'],
      ['application/json', '{', 400, 'bad-request'],
      ['application/json', '', 400, 'bad-request'],
      ['application/json', '\u00e9'.repeat(3), 400, 'bad-request'],
      ['application/json; charset=utf-8', '[]', 422, 'invalid'],
      ['application/merge-patch+json', 'null', 422, 'invalid'],
      ['application/json', JSON.stringify({ tags: ['x'.repeat(1_100_000)] }), 413, 'too-large'],
      ['application/json', `{"tags":[${'1,'.repeat(60_000)}1]}`, 413, 'too-large'],
      ['application/json', `{${Array.from({ length: 60_000 }, (_, index) => `"f${index}":1`)}}`, 413, 'too-large'],
      ['application/json', '['.repeat(1_000_000), 400, 'bad-request'],
      ['application/json', `{"fields":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}`, 400, 'bad-request'],
    ] as const) {
      const reply = await editor.send('PATCH', '/items/one', body, { 'content-type': type });
      const about = `${type}: ${body.slice(0, 20)}`;
      expect([about, reply.status, reply.body.code]).toEqual([about, status, code]);
    }
  });

  test('with half of a character is refused', async () => {
    const { editor } = await createSite();
    const made = await editor.createNotice('one', { es: { title: 'a' } });
    for (const [method, path, body, pointer] of [
      ['PATCH', '/items/one', { author: '\ud800x' }, '/author'],
      ['PATCH', '/items/one', { fields: { open: '\udc00' } }, '/fields/open'],
      ['PATCH', '/items/one', { cover: { media: 'a'.repeat(32), alt: { es: 'x\ud83d' } } }, '/cover/alt/es'],
      ['PATCH', '/items/one/es', { seo: { title: '\ud83d' } }, '/seo/title'],
      ['PATCH', '/items/one/es', { body: { markdown: 'a\ud83d' } }, '/body/markdown'],
      ['POST', '/items/one/es/mark-current', { units: ['\ud83d'] }, '/units/0'],
    ] as const) {
      const reply = await editor.send(method, path, body);
      const half = { pointer, detail: expect.stringContaining('half of a character') };
      expect([reply.status, reply.body.errors]).toEqual([422, [expect.objectContaining(half)]]);
    }
    expect((await editor.get('/items/one')).body).toEqual(made.body);
  });

  test('with faults by the thousand is told the first hundred, and that there are more', async () => {
    const { editor } = await createSite();
    await editor.createNotice('one', { es: { title: 'a' } });
    const content = Array.from({ length: 3_000 }, () => ({ type: 'nothing' }));
    for (const [method, path, body] of [
      ['PATCH', '/items/one', { fields: Object.fromEntries(content.map((_, index) => [`f${index}`, 1])) }],
      ['PATCH', '/items/one', Object.fromEntries(content.map((_, index) => [`f${index}`, 1]))],
      ['PATCH', '/items/one/es', { body: { tiptap: { type: 'doc', content } } }],
    ] as const) {
      const reply = await editor.send(method, path, body);
      expect([reply.status, reply.body.errors.length]).toEqual([422, 100]);
      expect(reply.body.detail).toContain('the first 100 of 3000');
    }
    const few = await editor.send('PATCH', '/items/one', { color: 'red' });
    expect(few.body.detail).not.toContain('first');
  });

  test('that is not UTF-8, or is longer than it says, is refused', async () => {
    const { editor } = await createSite();
    const bytes = new Uint8Array([0x7b, 0xff, 0x7d]);
    expect((await editor.send('POST', '/items', bytes, { 'content-type': 'application/json' })).status).toBe(400);
    const long = { 'content-type': 'application/json', 'content-length': '99999999' };
    expect((await editor.send('POST', '/items', '{}', long)).status).toBe(413);
  });
});

test('an item that is too large as a whole is refused, and nothing of it is kept', async () => {
  const { editor, store } = await createSite();
  const texts = {
    title: 'a',
    body: { markdown: 'b'.repeat(199_000) },
    fields: { steps: Array(50).fill('c'.repeat(9_000)) },
  };
  const reply = await editor.send('POST', '/items', {
    type: 'notice',
    sourceLanguage: 'es',
    languages: { es: texts, en: { ...texts, fields: { steps: Array(10).fill('c'.repeat(9_000)) } } },
  });
  expect([reply.status, reply.body.code]).toEqual([422, 'invalid']);
  expect(await store.runQuery({ collection: 'items' })).toEqual([]);
});

test('a token that asks too often waits, and others do not', async () => {
  const site = await createSite();
  const author = await site.createProgram('author');
  // Time stands still, however long the requests take.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const statuses = new Set<number>();
  for (let count = 0; count < 1_300 && !statuses.has(429); count++) {
    const { status, headers } = await author.get('/content-types');
    statuses.add(status);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect([...statuses]).toEqual([200, 429]);
  expect((await site.editor.get('/content-types')).status).toBe(200);
});

describe('pictures', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><path d="M0 0"/></svg>';

  test('are kept once, from the body or from a form, and can be read', async () => {
    const { editor } = await createSite();
    const made = await editor.send('POST', '/media?name=placa.svg', new TextEncoder().encode(svg), {
      'content-type': 'image/svg+xml',
    });
    expect(made.body).toMatchObject({ name: 'placa.svg', contentType: 'image/svg+xml', width: 12, height: 8 });
    expect(made.body.url).toBe(`https://example.org/media/${made.body.id}/original`);
    expect(made.headers.get('location')).toBe(`/api/v1/media/${made.body.id}`);
    const form = new FormData();
    form.set('file', new File([svg], 'otra.svg', { type: 'image/svg+xml' }));
    expect((await editor.send('POST', '/media', form)).body).toEqual(made.body);
    expect((await editor.get(`/media/${made.body.id}`)).body).toEqual(made.body);
  });

  test('that are none are refused', async () => {
    const { editor } = await createSite();
    for (const [type, body, status, code] of [
      ['application/json', svg, 415, 'unsupported-media-type'],
      ['image/png', 'nothing', 422, 'invalid'],
      ['image/svg+xml', svg.replace('<path', '<script/><path'), 422, 'invalid'],
      ['multipart/form-data; boundary=x', '--x--', 400, 'bad-request'],
      ['multipart/form-data', '--x--', 400, 'bad-request'],
      [
        'multipart/form-data; boundary=x',
        `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(500)}--x\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\n\r\n${svg}\r\n--x--`,
        400,
        'bad-request',
      ],
    ] as const) {
      const reply = await editor.send('POST', '/media', new TextEncoder().encode(body), { 'content-type': type });
      expect([type, reply.status, reply.body.code]).toEqual([type, status, code]);
    }
    expect((await editor.get(`/media/${'a'.repeat(32)}`)).status).toBe(404);
    expect((await editor.get('/media/x')).status).toBe(404);
  });

  test('are refused for the moment while the server stops, which is no error', async () => {
    const { editor, pictures, log } = await createSite();
    const sent = editor.send('POST', '/media', new TextEncoder().encode(svg), { 'content-type': 'image/svg+xml' });
    pictures.close();
    const { status, body, headers } = await sent;
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(log.errors).toEqual([]);
  });

  test.each([
    ['the program', { account: 1_000, network: 1e9, all: 1e9 }, 429, 'too-many-requests'],
    ['its network', { account: 1e9, network: 1_000, all: 1e9 }, 429, 'too-many-requests'],
    ['the server', { account: 1e9, network: 1e9, all: 1_000 }, 503, 'unavailable'],
  ])('are refused for the moment while %s has too many bytes at work', async (_, uploadLimits, status, code) => {
    const { editor } = await createSite({ uploadLimits });
    const type = { 'content-type': 'image/svg+xml' };
    const small = { ...type, 'content-length': String(svg.length) };
    const picture = new TextEncoder().encode(svg);
    // Without a length it counts as the largest.
    const refused = await editor.send('POST', '/media', picture, type);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([status, code, '10']);
    expect(refused.body.detail).toMatch(/too many files\. Send fewer at once, and this one again in 10 s\.$/);
    // Each is given back, whatever becomes of it.
    for (let round = 0; round < 12; round++) {
      expect((await editor.send('POST', '/media', picture, small)).status).toBe(201);
      const none = await editor.send('POST', '/media', new TextEncoder().encode('nothing'), {
        ...small,
        'content-length': '7',
      });
      expect(none.status).toBe(422);
    }
  });

  test('of more than 25 MB are refused before they are read', async () => {
    const { editor } = await createSite();
    const headers = { 'content-type': 'image/png', 'content-length': '25000001' };
    expect((await editor.send('POST', '/media', new Uint8Array(8), headers)).status).toBe(413);
  });
});

test('a failure of the server is told without its cause', async () => {
  const { editor, store, log } = await createSite();
  const { runQuery } = store;
  store.runQuery = () => Promise.reject(new Error('the secret cause'));
  const reply = await editor.get('/items');
  store.runQuery = runQuery;
  expect([reply.status, reply.body.code]).toEqual([500, 'internal-error']);
  expect(JSON.stringify(reply.body)).not.toContain('secret');
  expect(log.errors.splice(0)).toHaveLength(1);
});
