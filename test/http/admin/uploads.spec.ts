import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { ANA } from '../../helpers/data-folders/person.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

test.use({ ownProcess: true });

const PATH = '/admin/editor/pictures';

/** As many pictures of 24 MB as an account may send at once. */
const AT_ONCE = 4;

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';

/** Begins to send a picture of 24 MB. */
function beginUpload(origin: string, path: string, headers: { [name: string]: string }): Socket {
  const { port, host } = new URL(origin);
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  const lines = Object.entries({ host, origin, 'content-length': '24000000', ...headers });
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\nx`);
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  await once(socket, 'end');
  socket.destroy();
  return answer;
}

async function uploadDrawing({ origin }: RunningSite, cookie: string): Promise<Response> {
  const body = new FormData();
  body.set('file', new File([DRAWING], 'a.svg'));
  return fetch(origin + PATH, { method: 'POST', headers: { cookie, origin }, body });
}

test('who sends too many pictures at once is told so, and what breaks off or is killed leaves nothing', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite({ people: [ANA] });
  const { origin, dataDir } = site;
  const cookie = await signInCookie(origin, ANA);
  const program = {
    authorization: `Bearer ${(await site.meki('token', 'create', '--role', 'author', '--name', 'P')).trim()}`,
  };
  const parts = { cookie, 'content-type': 'multipart/form-data; boundary=x' };
  const roads: [path: string, headers: { [name: string]: string }, sentence: string][] = [
    [PATH, parts, 'Espere a que terminen e inténtelo de nuevo.'],
    [`/en${PATH}`, parts, 'Wait for them to finish and try again.'],
    ['/api/v1/media', { ...program, 'content-type': 'image/png' }, 'Send fewer at once, and this one again in 10 s.'],
  ];
  const files = () => readdir(join(dataDir, 'uploads')).catch(() => []);
  const begun = (count: number) => expect.poll(async () => (await files()).length).toBe(count);

  for (const [path, headers, sentence] of roads) {
    const sockets = Array.from({ length: AT_ONCE }, () => beginUpload(origin, path, headers));
    await begun(AT_ONCE);
    const answer = await answerOf(beginUpload(origin, path, headers));
    expect(answer, path).toMatch(/^HTTP\/1\.1 429 .*\r\nretry-after: 10\r\n/is);
    expect(answer, path).toContain(sentence);
    for (const socket of sockets) socket.destroy();
    await begun(0);
  }
  expect((await uploadDrawing(site, cookie)).status).toBe(201);
  expect(await files()).toEqual([]);

  beginUpload(origin, PATH, parts);
  await begun(1);
  await site.kill();
  expect(await files()).toHaveLength(1);
  await site.restart();
  await begun(0);
});
