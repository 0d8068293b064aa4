import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RawAnswer } from '../harness/answer-reader.ts';
import type { RawConnection } from '../harness/attackers.ts';
import type { HostileCase, Scene } from '../harness/hostile-case.ts';
import { waitUntil } from '../harness/wait-until.ts';

const MEGABYTE = 1024 * 1024;

/** Milliseconds for an answer. */
const PATIENCE = 30_000;

/** The head of a request with a body. */
function headOf(
  { site }: Pick<Scene, 'site'>,
  path: string,
  headers: { [name: string]: string | number },
  method: string,
) {
  const { host, origin } = new URL(site.origin);
  const lines = Object.entries({ host, origin, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Sends a body until the server answers or stops reading. @returns `undefined` if the connection was cut */
async function answerTo(
  scene: Pick<Scene, 'attackers' | 'site'>,
  path: string,
  body: Uint8Array,
  headers: { [name: string]: string },
  method = 'POST',
): Promise<RawAnswer | undefined> {
  const connection = scene.attackers.connect();
  connection.write(headOf(scene, path, { connection: 'close', 'content-length': body.length, ...headers }, method));
  connection.write(body);
  const isOver = () => connection.answers.length > 0 || connection.isClosed;
  await waitUntil('it is answered or cut', isOver, PATIENCE);
  connection.socket.destroy();
  return connection.answers[0];
}

/** @returns the status, 0 if the connection was cut */
async function send(...request: Parameters<typeof answerTo>): Promise<number> {
  return (await answerTo(...request))?.status ?? 0;
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

/** Says that it is a PNG, and is none. */
const PICTURE = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), new Uint8Array(24_000_000)]);

const PICTURE_FORM = Buffer.concat([
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`),
  PICTURE,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
]);

const manyPictures: HostileCase = [
  '80 pictures of 24 MB at once of an author and a program, and 80 that break off',
  async (scene) => {
    const { cookies, tokens, dataDir } = scene.site;
    const roads: [path: string, body: Uint8Array, headers: { [name: string]: string }][] = [
      ['/admin/editor/pictures', PICTURE_FORM, { cookie: cookies.author, ...MULTIPART }],
      ['/api/v1/media', PICTURE, { authorization: `Bearer ${tokens.author}`, 'content-type': 'image/png' }],
    ];
    const roadOf = (index: number) => roads[index % roads.length] ?? (roads[0] as (typeof roads)[number]);
    const answers = await Promise.all(Array.from({ length: 80 }, (_, index) => answerTo(scene, ...roadOf(index))));
    const statuses = answers.map((answer) => answer?.status ?? 0);
    expect(statuses.filter((status) => ![422, 429, 503].includes(status))).toEqual([]);
    expect(statuses, 'some are judged').toContain(422);
    expect(statuses, 'some are too many').toContain(429);
    const later = answers.filter((answer) => answer?.status === 429 || answer?.status === 503);
    expect(later.filter((answer) => !answer?.headers.has('retry-after'))).toEqual([]);

    for (let index = 0; index < 80; index++) {
      const [path, body, headers] = roadOf(index);
      const { socket } = scene.attackers.connect();
      socket.write(headOf(scene, path, { 'content-length': body.length, ...headers }, 'POST'));
      socket.write(body.subarray(0, MEGABYTE), () => socket.destroy());
    }
    const files = () => readdir(join(dataDir, 'uploads'));
    await waitUntil('nothing is left of them', async () => (await files()).length === 0, PATIENCE);
    // The server may hear of the last ones only now.
    for (const road of roads) {
      await waitUntil('what they took is given back', async () => (await send(scene, ...road)) === 422, PATIENCE);
    }
  },
];

/** Milliseconds in which connections are shared. */
const SHARING = 2_000;

/** As a proxy does that sends the requests of all clients on the same connections, such as nginx with `keepalive`. */
function createProxy(scene: Scene) {
  const idle: RawConnection[] = [];
  let misled = 0;
  return {
    /** Answers before the end of a body that did not say that the connection ends. */
    misled: () => misled,
    async send(path: string, body: Uint8Array): Promise<number> {
      const connection = takeOpen(idle) ?? scene.attackers.connect();
      const before = connection.answers.length;
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
      connection.write(headOf(scene, path, headers, 'POST'));
      // What is too large is refused before its last byte.
      const rest = body.subarray(body.length > MEGABYTE ? body.length - 1 : body.length);
      connection.write(body.subarray(0, body.length - rest.length));
      const isOver = () => connection.answers.length > before || connection.isClosed;
      await waitUntil('it is answered or cut', isOver, PATIENCE);
      const answer = connection.answers[before];
      if (answer && answer.headers.get('connection') !== 'close') {
        misled += rest.length;
        connection.write(rest);
        idle.push(connection);
      } else {
        connection.socket.destroy();
      }
      return answer?.status ?? 0;
    },
    end() {
      for (const { socket } of idle) socket.destroy();
    },
  };
}

function takeOpen(idle: RawConnection[]): RawConnection | undefined {
  for (let connection = idle.pop(); connection; connection = idle.pop()) if (!connection.isClosed) return connection;
  return undefined;
}

const sharedConnections: HostileCase = [
  'bodies of 25 MB for the contact form, on connections that a proxy shares with strangers',
  async (scene) => {
    const large = Buffer.alloc(25 * MEGABYTE, 'a=1&');
    const small = Buffer.from('email=a');
    /** What happens to strangers while others send something. */
    const strangersBeside = async (sent: Uint8Array) => {
      const proxy = createProxy(scene);
      const end = performance.now() + SHARING;
      const statuses: number[] = [];
      const loop = async (body: Uint8Array, note: (status: number) => void) => {
        while (performance.now() < end) note(await proxy.send('/contact', body));
      };
      const others = Array.from({ length: 12 }, () => loop(sent, () => {}));
      await Promise.all([
        ...others,
        ...Array.from({ length: 4 }, () => loop(small, (status) => statuses.push(status))),
      ]);
      proxy.end();
      return { lost: statuses.filter((status) => status === 0).length / statuses.length, misled: proxy.misled() };
    };
    const control = await strangersBeside(small);
    const attacked = await strangersBeside(large);
    expect(attacked.misled, 'connections that a proxy would share although they end').toBe(0);
    expect(attacked.lost, 'the share of strangers that nobody answers').toBeLessThanOrEqual(control.lost);
  },
];

export const BODIES: HostileCase[] = [largeForms, largeBodies, manyPictures, sharedConnections, oddJson];
