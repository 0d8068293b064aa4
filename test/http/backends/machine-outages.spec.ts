import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Member } from '../../helpers/data-folders/create-accounts.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { openDraft } from '../../helpers/drafts/draft-client.ts';
import { ARTICLE } from '../../helpers/items/item-site-test.ts';
import { readPage, sendForm } from '../../helpers/requests/send-form.ts';
import { fillFolder } from '../../helpers/servers/prepared-folder.ts';
import { test as base, expect } from '../../helpers/servers/served-test.ts';
import type { Shared } from '../../helpers/servers/share-in-worker.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import type { SiteHost } from '../../helpers/servers/site-host.ts';
import { type RunningSite, startSite } from '../../helpers/servers/start-site.ts';

/** What goes wrong on one machine: the table. `outages.spec.ts` has the services of the cloud. */

const OWNER: Member = { ...ANA, role: 'owner' };
const TOKEN = 'a-token-of-sixteen-and-more';

/** A service beside the site, which refuses or hangs. */
interface Neighbour {
  port: number;
  state: 'well' | 'refusing' | 'silent';
  /** What it has taken. */
  taken: string[];
  close(): void;
}

/** A mail server, as far as one mail needs it. */
function converse(socket: Socket, neighbour: Neighbour): void {
  socket.on('error', () => {});
  if (neighbour.state === 'silent') return;
  socket.write(neighbour.state === 'well' ? '220 here\r\n' : '421 not now\r\n');
  let isMail = false;
  socket.setEncoding('utf8').on('data', (text: string) => {
    if (isMail) {
      neighbour.taken.push(text);
      isMail = !text.endsWith('.\r\n');
      if (!isMail) socket.write('250 taken\r\n');
      return;
    }
    isMail = text.startsWith('DATA');
    socket.write(isMail ? '354 go on\r\n' : '250 fine\r\n');
  });
}

async function startNeighbour(serve: (neighbour: Neighbour) => Server): Promise<Neighbour> {
  const neighbour: Neighbour = { port: 0, state: 'well', taken: [], close: () => {} };
  const server = serve(neighbour);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  neighbour.port = (server.address() as AddressInfo).port;
  neighbour.close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return neighbour;
}

const startMail = () => startNeighbour((own) => createServer((socket) => converse(socket, own)));

const startCdn = () =>
  startNeighbour((own) =>
    createHttpServer((request, response) => {
      if (own.state === 'silent') return;
      request.setEncoding('utf8').on('data', (text: string) => own.state === 'well' && own.taken.push(text));
      request.on('end', () => response.writeHead(own.state === 'well' ? 200 : 500).end());
    }),
  );

/** The disk of a site that has one of its own; `undefined` where nobody may make one. */
function diskOf(dataDir: string): string {
  const pid = readFileSync(join(dataDir, 'pid'), 'utf8').trim();
  return join('/proc', pid, 'root', dataDir, 'disk');
}

async function shareMachine(host: SiteHost) {
  const [mail, cdn] = await Promise.all([startMail(), startCdn()]);
  cdn.state = 'refusing';
  const prepare = (folder: string) => fillFolder(folder, { people: [OWNER], items: [ARTICLE] });
  const variables = {
    MEKI_SAMPLE: 'false',
    MEKI_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MEKI_PURGE_URL: `http://127.0.0.1:${cdn.port}`,
    MEKI_PURGE_TOKEN: TOKEN,
    MEKI_METRICS_TOKEN: TOKEN,
    // A file, where no folder can be made.
    MEKI_BACKUP_DIR: '/dev/null',
  };
  const site = await host.startSite(variables, prepare);
  const small = hasNamespaces()
    ? await startSite({ MEKI_SAMPLE: 'false' }, prepare, 'test/helpers/servers/start-on-small-disk.js')
    : undefined;
  return {
    value: { site, small, mail, cdn },
    async end() {
      await site.stop();
      await small?.stop();
      mail.close();
      cdn.close();
    },
  } satisfies Shared<unknown>;
}

type Machine = Awaited<ReturnType<typeof shareMachine>>['value'];

function hasNamespaces(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What is asked of the site, and what is answered when all is well. */
const WELL = {
  page: '404',
  'sign-in': '303, /admin',
  dashboard: '200',
  readyz: '200',
  write: 'true',
  storage: 'true',
  measured: '200',
};

type Answers = { [asked in keyof typeof WELL]: string };

async function answersOf({ origin }: RunningSite, cookie: string): Promise<Answers> {
  const told = ({ status, headers }: { status: number; headers: Headers }) =>
    [status, headers.get('retry-after') ?? headers.get('location')].filter((part) => part !== null).join(', ');
  const [page, signIn, dashboard, readyz, metrics] = await Promise.all([
    // Nothing of it can be remembered.
    readPage(origin, `/articulos/${crypto.randomUUID()}`),
    sendForm(origin, '/admin/signin', { ...ANA }, { headers: { origin } }),
    readPage(origin, '/admin', { headers: { cookie } }),
    readPage(origin, '/readyz?verbose'),
    readPage(origin, '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } }),
  ]);
  const { checks } = JSON.parse(readyz.body) as { checks: { [name: string]: { ok: boolean; reason?: string } } };
  const check = (name: string) => checks[name]?.reason ?? String(checks[name]?.ok);
  return {
    ...{ page: told(page), 'sign-in': told(signIn), dashboard: told(dashboard), readyz: String(readyz.status) },
    ...{ write: check('write'), storage: check('storage'), measured: String(metrics.status) },
  };
}

interface Trouble {
  /** It began with the server. */
  isOld?: boolean;
  /** On a small disk of its own. */
  isSmall?: boolean;
  /** Begins it. @returns what ends it, and what then has to become true */
  begin(
    machine: Machine,
    site: RunningSite,
  ): Promise<{ end(): void; after?(): boolean }> | { end(): void; after?(): boolean };
  /** The answers that differ. */
  answers?: { [asked in keyof Answers]?: unknown };
  /** Whether what is typed waits until it is over. */
  delaysWords?: boolean;
  /** What the log says. */
  log: RegExp;
}

const askForMail = (site: RunningSite) =>
  sendForm(site.origin, '/admin/reset', { email: ANA.email }, { headers: { origin: site.origin } });

const mailTrouble = (state: Neighbour['state']): Trouble => ({
  async begin({ mail }, site) {
    mail.state = state;
    const before = mail.taken.length;
    expect((await askForMail(site)).status, 'nobody waits for a mail').toBe(303);
    return {
      end() {
        mail.state = 'well';
      },
      after: () => mail.taken.length > before,
    };
  },
  log: /Mail cannot be sent now; retrying later/,
});

const TROUBLES: { [kind: string]: Trouble } = {
  'a CDN refuses what to purge': {
    isOld: true,
    // Since the start, when everything is purged.
    begin: ({ cdn }) => ({
      end() {
        cdn.state = 'well';
      },
      after: () => cdn.taken.length > 0,
    }),
    log: /The CDN could not be told what to purge; it is told again later.*|The CDN answered 500/,
  },
  'a folder of backups cannot be made': {
    isOld: true,
    begin: () => ({ end: () => {} }),
    log: /The backup failed; it is tried again/,
  },
  'a mail server refuses': mailTrouble('refusing'),
  'another process has the database locked': {
    begin(_, site) {
      const other = new DatabaseSync(join(site.dataDir, 'meki.sqlite'));
      other.exec('BEGIN IMMEDIATE');
      return {
        end() {
          other.exec('COMMIT');
          other.close();
        },
      };
    },
    // A write is given up after 5 s, which is longer than the patience of a probe.
    answers: { 'sign-in': '503, 5', write: expect.stringMatching(/^(no-answer|database-unavailable)$/) },
    delaysWords: true,
    log: /is locked by another process/,
  },
  'the site is opened at another address than MEKI_ORIGIN': {
    async begin(_, { origin }) {
      const opened = origin.replace('localhost', '127.0.0.1');
      const headers = { origin: opened, accept: 'text/html' };
      const refused = await sendForm(opened, '/admin/signin', { ...ANA }, { headers });
      expect([refused.status, refused.body]).toEqual([403, expect.stringContaining(origin)]);
      return { end: () => {} };
    },
    log: /A form was refused: the site was opened at http:..127\.0\.0\.1:\d+, and MEKI_ORIGIN is/,
  },
  'measurements are asked for without their token': {
    async begin(_, { origin }) {
      for (const authorization of ['', 'Bearer another-token-of-sixteen'])
        expect((await readPage(origin, '/metrics', { headers: { authorization } })).status).toBe(404);
      return { end: () => {} };
    },
    log: /^/,
  },
  'a proxy in front is not counted': {
    async begin(_, { origin }) {
      await readPage(origin, '/faq', { headers: { 'x-forwarded-for': '203.0.113.9' } });
      return { end: () => {} };
    },
    log: /MEKI_TRUSTED_PROXIES is 0/,
  },
  'the disk is full': {
    isSmall: true,
    begin(_, { dataDir }) {
      const filler = join(diskOf(dataDir), 'filler');
      try {
        while (true) writeFileSync(filler, Buffer.alloc(64 * 1024), { flag: 'a' });
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      }
      return { end: () => rmSync(filler) };
    },
    answers: { 'sign-in': '503, 5', write: 'disk-full', measured: '404' },
    delaysWords: true,
    log: /disk is full/,
  },
};

const test = base.extend<{ machine: Machine }>({
  machine: [async ({ share }, use) => use(await share(shareMachine)), { timeout: 120_000 }],
});
test.describe.configure({ mode: 'serial' });

for (const [kind, { isOld, isSmall, begin, answers = {}, delaysWords = false, log }] of Object.entries(TROUBLES)) {
  test(`${kind}: who is concerned is told, the rest goes on, and all is well after`, async ({ machine }) => {
    const site = isSmall ? machine.small : machine.site;
    test.skip(!site, 'nobody may make a small disk here');
    if (!site) return;
    const well = { ...WELL, ...(isSmall && { measured: '404' }) };
    const cookie = await signInCookie(site.origin, ANA);
    const draft = openDraft(`item/${ARTICLE.id}/es`, { address: site.origin, origin: site.origin, cookie });
    await expect.poll(() => draft.isSaved()).toBe(true);
    await expect.poll(() => answersOf(site, cookie), { timeout: 30_000 }).toEqual(well);
    const logged = isOld ? 0 : site.errors.length;
    const { end, after = () => true } = await begin(machine, site);
    draft.doc.getText('title').insert(0, `Written while ${kind}. `.repeat(isSmall ? 2_000 : 1));
    await expect.poll(() => answersOf(site, cookie), { timeout: 30_000 }).toEqual({ ...well, ...answers });
    if (!delaysWords) await expect.poll(() => draft.isSaved()).toBe(true);
    else expect(draft.isSaved()).toBe(false);
    await expect.poll(() => site.errors.slice(logged).join('\n')).toMatch(log);
    // However often a window tries again.
    const repeated = site.errors.filter((line) => line.includes('An update of a draft could not be saved'));
    expect(repeated.length, repeated.map((line) => line.slice(0, 200)).join('\n')).toBeLessThanOrEqual(1);
    end();
    await expect.poll(() => answersOf(site, cookie), { timeout: 30_000 }).toEqual(well);
    await expect.poll(() => draft.isSaved(), { timeout: 30_000 }).toBe(true);
    await expect.poll(after, { timeout: 30_000 }).toBe(true);
    draft.end();
  });
}
