import { expect } from 'vitest';
import type { HostileCase, Scene } from '../harness/hostile-case.ts';
import { waitUntil } from '../harness/wait-until.ts';

const MEGABYTE = 1024 * 1024;

/** Milliseconds for an answer. */
const PATIENCE = 30_000;

/** Sends a body until the server answers or stops reading. @returns the status, 0 if the connection was cut */
async function send(
  { attackers, site }: Pick<Scene, 'attackers' | 'site'>,
  path: string,
  body: Uint8Array,
  headers: { [name: string]: string },
  method = 'POST',
): Promise<number> {
  const connection = attackers.connect();
  const { host, origin } = new URL(site.origin);
  const all = { host, origin, connection: 'close', 'content-length': body.length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  connection.write(body);
  const isOver = () => connection.answers.length > 0 || connection.isClosed;
  await waitUntil('it is answered or cut', isOver, PATIENCE);
  connection.socket.destroy();
  return connection.answers[0]?.status ?? 0;
}

const isRefused = (status: number) => status === 0 || (status >= 400 && status < 500);

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A form of 25 MB like a browser's: many small parts, or few large ones. */
function largeForm(parts: number): Uint8Array {
  const text = 'x'.repeat(Math.floor((25 * MEGABYTE) / parts) - 120);
  const encoded = Array.from(
    { length: parts },
    (_, index) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="part${index}"\r\n\r\n${text}\r\n`,
  );
  return Buffer.from(`${encoded.join('')}--${BOUNDARY}--\r\n`);
}

const largeForms: HostileCase = [
  'forms of 25 MB of a viewer, eight at once',
  async (scene) => {
    const headers = { cookie: scene.site.cookies.viewer, ...MULTIPART };
    const form = largeForm(100_000);
    const sent = Array.from({ length: 8 }, () => send(scene, '/admin/editor/pictures', form, headers));
    expect((await Promise.all(sent)).filter((status) => !isRefused(status))).toEqual([]);
  },
];

const largeBodies: HostileCase = [
  'bodies of 25 MB where none, a small one or a picture is taken',
  async (scene) => {
    const { cookies, tokens, draft } = scene.site;
    const fields = Buffer.alloc(25 * MEGABYTE, 'a=1&');
    const zeros = new Uint8Array(25 * MEGABYTE);
    const plain = { 'content-type': 'application/x-www-form-urlencoded' };
    const json = { 'content-type': 'application/json' };
    const author = { cookie: cookies.author };
    const program = { authorization: `Bearer ${tokens.viewer}` };
    const asked: [path: string, body: Uint8Array, headers: { [name: string]: string }, method?: string][] = [
      ['/admin/editor/pictures', fields, { ...plain, cookie: cookies.viewer }],
      ['/admin/editor/pictures', fields, { 'content-type': 'multipart/form-data; boundary=x', cookie: cookies.viewer }],
      ['/admin/editor/pictures', largeForm(100_000), { ...MULTIPART, ...author }],
      ['/admin/editor/pictures', largeForm(3), { ...MULTIPART, ...author }],
      ['/admin/editor/pictures', fields, { ...plain, ...author }],
      ['/admin/signin', zeros, plain],
      ['/faq', zeros, {}],
      ['/admin/people', zeros, { cookie: cookies.viewer }],
      ['/api/v1/items', zeros, json],
      ['/api/v1/items', zeros, { ...program, ...json }],
      ['/api/v1/media', zeros, { ...program, 'content-type': 'image/png' }],
      [`/api/v1/items/${draft}/es`, zeros, { ...program, ...json }, 'PUT'],
    ];
    for (const [path, body, headers, method] of asked) {
      expect([path, isRefused(await send(scene, path, body, headers, method))]).toEqual([path, true]);
    }
  },
];

const oddJson: HostileCase = [
  'JSON of a program that is deep, wide or odd',
  async (scene) => {
    const headers = { authorization: `Bearer ${scene.site.tokens.editor}`, 'content-type': 'application/json' };
    const texts = [
      '['.repeat(500_000),
      `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
      '{"a":'.repeat(150_000),
      // The engine's parser ends the process after some of these.
      ...Array.from({ length: 5 }, () => `${'[1,'.repeat(30_000)}1`),
      `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join()}}`,
      `{"type":"articles","sourceLanguage":"es","languages":{"es":{"title":"${'x'.repeat(1_000_000)}"}}}`,
      `{"__proto__":{"x":1},"constructor":{"prototype":{}},"type":"articles"}`,
      `[${'1e400,'.repeat(100_000)}1]`,
      '"\\ud800"',
      `{"type":"articles","sourceLanguage":"es","languages":{"es":{"title":"x","body":{"markdown":${JSON.stringify('> '.repeat(100_000))}}}}}`,
      `{"type":"articles","sourceLanguage":"es","languages":{"es":{"title":"x","body":{"markdown":${JSON.stringify('* a\n'.repeat(100_000))}}}}}`,
      `{"type":"articles","sourceLanguage":"es","languages":{"es":{"title":"x","body":{"html":${JSON.stringify('<b>'.repeat(200_000))}}}}}`,
      `{"type":"articles","sourceLanguage":"es","languages":{"es":{"title":"x","body":{"html":${JSON.stringify('<table><tr><td>'.repeat(50_000))}}}}}`,
      `{"type":"articles","sourceLanguage":"es","languages":{"es":{"title":"x","body":{"markdown":${JSON.stringify('[a]('.repeat(150_000))}}}}}`,
      `{"type":"articles","sourceLanguage":"es","languages":{"es":{"title":"x","body":{"markdown":${JSON.stringify('*a **b '.repeat(100_000))}}}}}`,
    ];
    for (const text of texts) {
      const status = await send(scene, '/api/v1/items', Buffer.from(text), headers);
      expect([text.slice(0, 120), isRefused(status)]).toEqual([text.slice(0, 120), true]);
    }
  },
];

export const BODIES: HostileCase[] = [largeForms, largeBodies, oddJson];
