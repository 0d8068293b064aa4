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

const FORM = '/admin/files/upload';

/** The form of the page, as a browser without script sends it. */
function form(name: string, contents: string): [head: string, rest: string] {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return [head, `${contents}\r\n--x--\r\n`];
}

const drawing = (number: number) => DRAWING.replace('/></svg>', ` fill="#${(number + 256).toString(16)}"/></svg>`);

/** Pictures whose bytes lie in the file store. */
const stored = ({ dataDir }: RunningSite) => readdir(join(dataDir, 'media')).catch(() => []);

/** What is half stored, or half received: none. */
async function expectWhole(site: RunningSite): Promise<void> {
  await expect.poll(() => readdir(join(site.dataDir, 'uploads')).catch(() => [])).toEqual([]);
  for (const id of await stored(site)) {
    expect(await readdir(join(site.dataDir, 'media', id))).toEqual(['original.svg', 'public.svg']);
  }
}

test.describe(() => {
  test.use({ expectedErrors: /There was too much to do/ });

  test('500 files at once end in one sentence each, or stored and whole', async ({ startOwnSite }) => {
    const site = await startOwnSite({ people: [ANA] });
    const cookie = await signInCookie(site.origin, ANA);
    const answers = await Promise.all(
      Array.from({ length: 500 }, async (_, number) => {
        const body = new FormData();
        body.set('file', new File([drawing(number)], `${number}.svg`));
        const headers = { cookie, origin: site.origin };
        const answer = await fetch(site.origin + PATH, { method: 'POST', headers, body });
        const told = await answer.text();
        // Where even the requests are too many, the sentence stands alone.
        const sentence = told.startsWith('{') ? JSON.parse(told).problem : told;
        return { status: answer.status, retry: answer.headers.get('retry-after'), sentence };
      }),
    );
    const taken = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(taken.length).toBeGreaterThan(0);
    // Each of the others may be sent again, and says so.
    for (const { status, retry, sentence } of others) {
      expect([429, 503]).toContain(status);
      expect(retry).toMatch(/^\d+$/);
      expect(sentence).toMatch(/inténtelo de nuevo|vuelva a intentarlo|pruebe de nuevo/);
    }
    expect(await stored(site)).toHaveLength(taken.length);
    await expectWhole(site);
  });
});

test('a client that goes away in the middle of the plain form leaves nothing, and the others are stored', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite({ people: [ANA] });
  const cookie = await signInCookie(site.origin, ANA);
  const parts = { cookie, 'content-type': 'multipart/form-data; boundary=x' };
  const [head, rest] = form('gone.svg', drawing(0));
  const gone = [head.slice(0, 20), head, head + rest.slice(0, 40)].map((sent) => {
    const socket = beginUpload(site.origin, FORM, parts);
    socket.write(sent);
    return socket;
  });
  const files = () => readdir(join(site.dataDir, 'uploads')).catch(() => []);
  await expect.poll(async () => (await files()).length).toBe(gone.length);
  const send = (number: number) =>
    fetch(site.origin + FORM, {
      ...{ method: 'POST', headers: { ...parts, origin: site.origin }, redirect: 'manual' },
      body: form(`${number}.svg`, drawing(number)).join(''),
    });
  const sending = [1, 2].map(send);
  for (const socket of gone) socket.destroy();
  sending.push(send(3));
  const answers = await Promise.all(sending);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  for (const answer of answers) {
    const page = await fetch(new URL(answer.headers.get('location') ?? '', site.origin), { headers: { cookie } });
    expect(page.status).toBe(200);
  }
  expect(await stored(site)).toHaveLength(3);
  await expectWhole(site);
});
