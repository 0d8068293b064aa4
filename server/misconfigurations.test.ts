import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { StartFailure } from './process/start-failure.ts';
import { createDataFolder, takePort } from './testing/run-server.ts';
import { startHere } from './testing/start-here.ts';

/** What is wrong with a start, and how it is put right. */
interface Mistake {
  /** The wrong variables. */
  variables?: { [name: string]: string };
  /** Makes what is wrong on the machine, or more variables, and says how it ends. */
  begin?(folder: string): Promise<{ variables?: { [name: string]: string }; end(): unknown }>;
  /** Each of the lines that the operator gets. */
  says: (string | RegExp)[];
  /** The right variables. */
  right?: { [name: string]: string };
}

const CLOUD = {
  MEKI_BACKEND: 'cloud',
  MEKI_CLOUD_PROJECT: 'demo-meki',
  MEKI_CLOUD_API_KEY: 'any',
  MEKI_FILES_URL: 's3://k:s@127.0.0.1:1/media?region=auto&tls=false',
  MEKI_SECRET: 'a secret of thirty-two characters',
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:1',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
};

/** Writes a file of the data folder, which must stay as it is until it is deleted. */
const withFile = (name: string, contents: string | Uint8Array) => async (folder: string) => {
  const file = join(folder, name);
  writeFileSync(file, contents);
  return {
    end() {
      expect(readFileSync(file)).toEqual(Buffer.from(contents));
      rmSync(file);
    },
  };
};

/** The database as another process keeps or leaves it. */
const withDatabase = (sql: string) => async (folder: string) => {
  const file = join(folder, 'meki.sqlite');
  const database = new DatabaseSync(file);
  database.exec(sql);
  return {
    end() {
      database.close();
      for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    },
  };
};

const MISTAKES: { [kind: string]: Mistake } = {
  'a port that is none': { variables: { PORT: 'abc' }, says: [/^PORT must be a port number .* but is "abc"\.$/] },
  'a port that is taken': {
    async begin() {
      const { port, end } = await takePort();
      return { variables: { PORT: String(port) }, end };
    },
    says: [/^Port \d+ is already in use\. Stop what uses it, or set PORT to another one\.$/],
  },
  'a port of measurements that is taken': {
    async begin() {
      const { port, end } = await takePort();
      return { variables: { MEKI_METRICS_PORT: String(port) }, end };
    },
    says: [/^Port \d+ is already in use\. Stop what uses it, or set MEKI_METRICS_PORT to another one\.$/],
  },
  'an address that the machine does not have': {
    variables: { HOST: '203.0.113.1' },
    says: ['HOST 203.0.113.1 is not an address of this machine.'],
  },
  'a public address with a path': {
    variables: { MEKI_ORIGIN: 'https://example.org/site' },
    says: [/^MEKI_ORIGIN must be an origin such as https:\/\/example\.org, without a path, but is /],
    right: { MEKI_ORIGIN: 'https://example.org' },
  },
  'a variable that does not exist': {
    variables: { MEKI_DATADIR: '/srv' },
    says: [/^MEKI_DATADIR is not a variable that Meki knows\. It knows PORT, /],
  },
  'a short secret': {
    variables: { MEKI_SECRET: 'short' },
    says: ['MEKI_SECRET must have at least 32 characters.'],
    right: { MEKI_SECRET: CLOUD.MEKI_SECRET },
  },
  'a mail server without a protocol': {
    variables: { MEKI_SMTP_URL: 'mail.example.org' },
    says: [/^MEKI_SMTP_URL must be an address such as smtps:/],
    right: { MEKI_SMTP_URL: 'smtp://127.0.0.1:1' },
  },
  'proxies that are not counted': {
    variables: { MEKI_TRUSTED_PROXIES: 'yes' },
    says: [/^MEKI_TRUSTED_PROXIES must be a number from 0 to 9, but is "yes"\.$/],
    right: { MEKI_TRUSTED_PROXIES: '1' },
  },
  'a CDN without its token': {
    variables: { MEKI_PURGE_URL: 'https://cdn.example.org/purge' },
    says: ['MEKI_PURGE_URL and MEKI_PURGE_TOKEN are set together, or neither.'],
  },
  'a CDN that would be sent its token unencrypted': {
    variables: { MEKI_PURGE_URL: 'http://cdn.example.org/purge', MEKI_PURGE_TOKEN: 'a-token-of-the-cdn' },
    says: [/^MEKI_PURGE_URL must be an https address/],
  },
  'a token of measurements that can be guessed': {
    variables: { MEKI_METRICS_TOKEN: 'short' },
    says: ['MEKI_METRICS_TOKEN must have at least 16 characters, no spaces.'],
    right: { MEKI_METRICS_TOKEN: 'a-token-of-prometheus' },
  },
  'times of backups that are none': {
    variables: { MEKI_BACKUP_SCHEDULE: '24:00' },
    says: [/^MEKI_BACKUP_SCHEDULE must be times of day such as 03:15/],
  },
  'all of them at once': {
    variables: { PORT: 'x', MEKI_LOG: 'x', MEKI_X: 'x' },
    says: [/^MEKI_X/, /^PORT/, /^MEKI_LOG/],
  },
  'a cloud without its settings': {
    variables: { MEKI_BACKEND: 'cloud' },
    says: [
      ...['MEKI_CLOUD_PROJECT', 'MEKI_CLOUD_API_KEY', 'MEKI_FILES_URL'].map(
        (name) => `no-app: ${name} is missing; the cloud backend needs it.`,
      ),
      /^MEKI_SECRET is missing; the cloud backend needs it, and all instances need the same one/,
    ],
  },
  'a cloud that does not answer at the start': {
    variables: CLOUD,
    says: ['The database (default) of the project demo-meki cannot be used: Connection failed.'],
  },
  'a data folder in a file': {
    async begin(folder) {
      writeFileSync(join(folder, 'file'), 'mine');
      return {
        variables: { MEKI_DATA_DIR: join(folder, 'file', 'data') },
        end: () => expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine'),
      };
    },
    says: [/^The data folder \S+file\/data cannot be written: a part of its path is not a folder\./],
  },
  'a data folder where nobody may write': {
    variables: { MEKI_DATA_DIR: '/sys/meki' },
    says: [/^The data folder \/sys\/meki cannot be written: /],
  },
  'a data folder on a disk that is not there': {
    async begin(folder) {
      symlinkSync(join(folder, 'nowhere'), join(folder, 'disk'));
      return {
        variables: { MEKI_DATA_DIR: join(folder, 'disk', 'data') },
        end: () => rmSync(join(folder, 'disk')),
      };
    },
    says: [/^The data folder \S+disk\/data cannot be written: it cannot be created\./],
  },
  'a data folder that another server uses': {
    async begin(folder) {
      const other = await startHere({ MEKI_DATA_DIR: folder });
      return { end: other.stop };
    },
    says: [/^A server already runs on the data folder \S+ \(process \d+ on .* at http:\S+\)\. Stop it first, or set /],
  },
  'a data folder whose database is lost': {
    async begin(folder) {
      mkdirSync(join(folder, 'media'));
      writeFileSync(join(folder, 'media', 'one'), '');
      return { end: () => rmSync(join(folder, 'media'), { recursive: true }) };
    },
    says: [/^The data folder \S+ has media of a site, but no meki\.sqlite with its contents\. Restore a backup with /],
  },
  'a database that is none': {
    begin: withFile('meki.sqlite', 'This is not a database. '.repeat(500)),
    says: [/meki\.sqlite/],
  },
  'a database that is cut off': { begin: withFile('meki.sqlite', 'SQLite format 3\u0000'), says: [/meki\.sqlite/] },
  'a database of a newer version': {
    begin: withDatabase('PRAGMA user_version = 9999; CREATE TABLE documents (path TEXT)'),
    says: [/meki\.sqlite/],
  },
  'a secret of zeros': {
    begin: withFile('secret', new Uint8Array(43)),
    says: [/secret is not a secret: it has control characters\. Restore it from a backup, or delete it/],
  },
};

let folder: string;
beforeEach(() => {
  folder = createDataFolder();
});

test.each(Object.entries(MISTAKES))(
  '%s is told in a line, changes nothing, and the start succeeds once it is right',
  async (_, mistake) => {
    const begun = await mistake.begin?.(folder);
    let isOver = false;
    const end = async () => {
      if (!isOver) await begun?.end();
      isOver = true;
    };
    onTestFinished(end);
    const files = () => readdirSync(folder).filter((name) => !/-(wal|shm|lock)$/.test(name));
    const before = files();
    const variables = { MEKI_DATA_DIR: folder, MEKI_LOG: 'silent', ...mistake.variables, ...begun?.variables };
    const failure = await startHere(variables).then(
      () => 'It started',
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(StartFailure);
    const { lines } = failure as StartFailure;
    expect(lines).toEqual(mistake.says.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
    expect(lines.join()).not.toMatch(/a-token-of|thirty-two/);
    expect(files()).toEqual(before);
    await end();
    const { ready } = await startHere({ MEKI_DATA_DIR: folder, ...mistake.right });
    const { port } = new URL(ready.address);
    if (port === '') return;
    expect(await (await fetch(`${ready.address}/readyz`)).text()).toBe('ok');
  },
);
