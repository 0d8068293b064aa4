import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import { hostileCase, type Scene } from '../harness/hostile-case.ts';

const MEGABYTE = 1024 * 1024;

/** Sends a body until the server answers or takes no more. @returns the status, 0 where it only cut the connection */
async function send(
  { victim, site }: Pick<Scene, 'victim' | 'site'>,
  path: string,
  body: Uint8Array | FormData,
  headers: { [name: string]: string },
  method = 'POST',
): Promise<number> {
  try {
    const answer = await ask(victim.origin + path, {
      method,
      headers: { origin: site.origin, ...headers },
      body: body as BodyInit,
      signal: AbortSignal.timeout(30_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

const isRefused = (status: number) => status === 0 || (status >= 400 && status < 500);

/** A form of 25 MB as a browser sends it: many small parts, or few large ones. */
function largeForm(parts: number): FormData {
  const form = new FormData();
  const text = 'x'.repeat(Math.floor((25 * MEGABYTE) / parts) - 120);
  for (let index = 0; index < parts; index++) form.append(`part${index}`, text);
  return form;
}

hostileCase('forms of 25 MB of a viewer, eight at once', async (scene) => {
  const headers = { cookie: scene.site.cookies.viewer };
  const form = largeForm(100_000);
  const sent = Array.from({ length: 8 }, () => send(scene, '/admin/editor/pictures', form, headers));
  expect((await Promise.all(sent)).filter((status) => !isRefused(status))).toEqual([]);
});

hostileCase('forms of 25 MB of a viewer that say they are something else', async (scene) => {
  const fields = new Uint8Array(Buffer.from('a=1&'.repeat((25 * MEGABYTE) / 4)));
  for (const type of [
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    '',
  ]) {
    const headers = { cookie: scene.site.cookies.viewer, 'content-type': type };
    expect([type, isRefused(await send(scene, '/admin/editor/pictures', fields, headers))]).toEqual([type, true]);
  }
});

hostileCase('large forms of an author that hold no picture', async (scene) => {
  const headers = { cookie: scene.site.cookies.author };
  const forms = [largeForm(100_000), largeForm(3)];
  const fields = new Uint8Array(Buffer.from('a=1&'.repeat((25 * MEGABYTE) / 4)));
  for (const form of forms) expect(isRefused(await send(scene, '/admin/editor/pictures', form, headers))).toBe(true);
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(isRefused(await send(scene, '/admin/editor/pictures', fields, { ...headers, ...type }))).toBe(true);
});

hostileCase('large bodies to routes that take small ones or none', async (scene) => {
  const body = new Uint8Array(25 * MEGABYTE);
  const viewer = { authorization: `Bearer ${scene.site.tokens.viewer}` };
  const asked: [path: string, headers: { [name: string]: string }, method?: string][] = [
    ['/admin/signin', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['/faq', {}],
    ['/admin/people', { cookie: scene.site.cookies.viewer }],
    ['/api/v1/items', { 'content-type': 'application/json' }],
    ['/api/v1/items', { ...viewer, 'content-type': 'application/json' }],
    ['/api/v1/media', { ...viewer, 'content-type': 'image/png' }],
    [`/api/v1/items/${scene.site.draft}/es`, { ...viewer, 'content-type': 'application/json' }, 'PUT'],
  ];
  const statuses = await Promise.all(asked.map(([path, headers, method]) => send(scene, path, body, headers, method)));
  expect(statuses.filter((status) => !isRefused(status))).toEqual([]);
});

hostileCase('JSON of a program that is deep, wide or odd', async (scene) => {
  const headers = { authorization: `Bearer ${scene.site.tokens.editor}`, 'content-type': 'application/json' };
  const texts = [
    '['.repeat(500_000),
    `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
    '{"a":'.repeat(150_000),
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
    const status = await send(scene, '/api/v1/items', new Uint8Array(Buffer.from(text)), headers);
    expect([text.slice(0, 120), isRefused(status)]).toEqual([text.slice(0, 120), true]);
  }
});

hostileCase('bodies that arrive a byte at a time, or never', async (scene) => {
  const { attackers, site } = scene;
  const head = (path: string, more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nOrigin: ${site.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\n${more}\r\n`;
  const requests = [
    `${head('/admin/signin', 'Content-Length: 1000\r\n')}email=a`,
    `${head('/admin/signin', 'Transfer-Encoding: chunked\r\n')}5\r\nemail\r\n`,
    `${head('/admin/signin', 'Transfer-Encoding: chunked\r\n')}ffffffff\r\nemail`,
    `${head('/admin/signin', 'Transfer-Encoding: chunked\r\n')}zz\r\nemail`,
    `${head('/admin/signin', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\nGET /x HTTP/1.1\r\n`,
    `${head('/admin/editor/pictures', `Cookie: ${site.cookies.author}\r\nContent-Length: 20000000\r\n`)}x`,
    `${head('/api/v1/media', `Authorization: Bearer ${site.tokens.author}\r\nContent-Length: 20000000\r\n`)}x`,
  ];
  const connections = Array.from({ length: 140 }, (_, index) => {
    const connection = attackers.connect(index % 20);
    connection.write(requests[index % requests.length] ?? '');
    return connection;
  });
  await Promise.all(connections.filter((_, index) => index % 7 === 3).map((connection) => connection.closed()));
  const statuses = connections.flatMap(({ answers }) => answers.map(({ status }) => status));
  expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
  for (const { socket } of connections) socket.destroy();
});
