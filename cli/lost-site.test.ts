import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { accountOwners } from '#core/accounts/account-collections.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { StartFailure } from '#server/process/start-failure.ts';
import { embeddedBackups, openEmbeddedBackend } from '#server/services/embedded-backend.ts';
import { collections } from '#server/services/services.ts';
import { runServer } from '#server/start-server.ts';
import { fakeSource } from '#server/testing/fake-app.ts';
import { runMeki } from '../test/helpers/servers/run-meki.ts';
import { makeTemporaryFolder } from '../test/helpers/temporary-folder.ts';

const SECRET = 'x'.repeat(43);

const PICTURE = {
  ...{ id: '0'.repeat(32), name: 'a.png', contentType: 'image/png', bytes: 9, width: 1, height: 1, color: '#ffffff' },
  storedAt: 1,
};

/** The folder of a site whose database is complete. */
async function makeSite(): Promise<string> {
  const folder = makeTemporaryFolder();
  const { store, close } = openEmbeddedBackend(folder, collections, 'sole');
  await store.commit([setDocument(accountOwners.at(), { userIds: ['olga'] })]);
  await close();
  mkdirSync(join(folder, 'media', 'abc'), { recursive: true });
  writeFileSync(join(folder, 'media', 'abc', 'original.png'), 'a picture');
  writeFileSync(join(folder, 'secret'), `${SECRET}\n`);
  writeFileSync(join(folder, 'pages.sqlite'), 'pages');
  writeFileSync(join(folder, 'search.sqlite'), 'search');
  return folder;
}

/** Why a server does not start on a folder, one reason per line; `undefined` if it starts. */
async function whyNoStart(folder: string): Promise<string | undefined> {
  const stop = new AbortController();
  const variables = { MEKI_DATA_DIR: folder, MEKI_LOG: 'silent', MEKI_SAMPLE: 'false', PORT: '0' };
  try {
    const life = { stop: stop.signal, reportEvery() {} };
    const running = await runServer(variables, () => fakeSource(), life, { preparesPages: false });
    stop.abort();
    await running?.stopped;
    return undefined;
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    return error.message;
  }
}

/** Everything in a folder, but the lock of the database. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name !== 'meki.sqlite-lock')
    .sort()
    .map((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      return stats?.isFile() ? `${name} ${readFileSync(join(folder, name)).toString('base64').slice(0, 40)}` : name;
    });
}

const COMMANDS = [
  ['user', 'list'],
  ['token', 'list'],
  ['seed'],
  ['import', 'nothing.yaml'],
  ['export', join(tmpdir(), 'meki-none')],
  ['doctor'],
  ['backup', join(tmpdir(), 'meki-none')],
];

/** What is left of a site in its folder. */
const LEFT: [what: string, damage: (folder: string) => void | Promise<void>, sentence: RegExp][] = [
  [
    'no database',
    (folder) => rmSync(join(folder, 'meki.sqlite')),
    /has media, pages\.sqlite, search\.sqlite, secret of a site, but no/,
  ],
  [
    'an empty database',
    (folder) => truncateSync(join(folder, 'meki.sqlite')),
    /has media, pages\.sqlite, search\.sqlite, secret of a site, but no/,
  ],
  [
    'a database without its tables',
    (folder) => {
      rmSync(join(folder, 'meki.sqlite'));
      const bare = new DatabaseSync(join(folder, 'meki.sqlite'));
      bare.exec('PRAGMA journal_mode = WAL');
      bare.close();
    },
    /of a site, but no/,
  ],
  [
    'a database with its tables and no documents',
    (folder) => withDatabase(folder, (database) => database.exec('DELETE FROM documents')),
    /has media of a site, but no/,
  ],
  [
    'a database in which a server has noted nothing but the day',
    async (folder) => {
      keep(folder);
      expect(await whyNoStart(folder)).toBeUndefined();
      mkdirSync(join(folder, 'media'));
      writeFileSync(join(folder, 'media', 'original.png'), 'a picture');
    },
    /has media of a site, but no/,
  ],
  ['only its secret', (folder) => keep(folder, 'secret'), /has secret of a site, but no/],
  ['only its pictures', (folder) => keep(folder, 'media'), /has media of a site, but no/],
  ['only its pages', (folder) => keep(folder, 'pages.sqlite'), /has pages\.sqlite of a site, but no/],
  ['only its search', (folder) => keep(folder, 'search.sqlite'), /has search\.sqlite of a site, but no/],
  [
    'the log of writes of a database that is gone',
    (folder) => {
      keep(folder);
      writeFileSync(join(folder, 'meki.sqlite-wal'), 'what was written last');
    },
    /has meki\.sqlite-wal of a site, but no/,
  ],
  [
    'a restore that was killed',
    (folder) => {
      keep(folder);
      mkdirSync(join(folder, 'restoring-abc'));
    },
    /has restoring-abc of a site, but no/,
  ],
  [
    'a site that was set aside for another one',
    (folder) => {
      keep(folder);
      mkdirSync(join(folder, 'replaced-2026-01-31'));
    },
    /has replaced-2026-01-31 of a site, but no/,
  ],
  [
    'a link to a database on a disk that is not there',
    (folder) => {
      keep(folder);
      symlinkSync(join(folder, 'elsewhere.sqlite'), join(folder, 'meki.sqlite'));
    },
    /meki\.sqlite is a link to a file that is not there/,
  ],
  [
    'an empty secret',
    (folder) => writeFileSync(join(folder, 'secret'), ''),
    /secret is not a secret: it has 0 characters/,
  ],
  ['a secret of white space', (folder) => writeFileSync(join(folder, 'secret'), `${' '.repeat(50)}\n`), /0 characters/],
  ['a secret cut short', (folder) => writeFileSync(join(folder, 'secret'), 'abc\n'), /it has 3 characters/],
  [
    'a folder in place of the secret',
    (folder) => {
      rmSync(join(folder, 'secret'));
      mkdirSync(join(folder, 'secret'));
    },
    /secret cannot be read: it is a folder/,
  ],
  [
    'a secret that is a link to nothing',
    (folder) => {
      rmSync(join(folder, 'secret'));
      symlinkSync('/nowhere/secret', join(folder, 'secret'));
    },
    /secret cannot be read: it is a link to a file that is not there/,
  ],
  [
    'a letter in place of the database',
    (folder) => writeFileSync(join(folder, 'meki.sqlite'), 'dear reader, '.repeat(500)),
    /is not a database/,
  ],
  ['one byte of the database', (folder) => truncateSync(join(folder, 'meki.sqlite'), 1), /meki\.sqlite/],
  ['a page of the database', (folder) => truncateSync(join(folder, 'meki.sqlite'), 4096), /is damaged/],
  [
    'a database full of zeros',
    (folder) => writeFileSync(join(folder, 'meki.sqlite'), Buffer.alloc(8192)),
    /is not a database/,
  ],
  [
    'a folder in place of the database',
    (folder) => {
      rmSync(join(folder, 'meki.sqlite'));
      mkdirSync(join(folder, 'meki.sqlite'));
    },
    /is not a file/,
  ],
];

function withDatabase(folder: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(folder, 'meki.sqlite'));
  change(database);
  database.close();
}

/** Removes all but some entries of a folder. */
function keep(folder: string, ...names: string[]): void {
  for (const name of readdirSync(folder)) if (!names.includes(name)) rmSync(join(folder, name), { recursive: true });
}

describe('a data folder with a part of a site', () => {
  test.each(LEFT)(
    '%s: no server starts and no command runs, in one line that says what to do',
    async (what, damage, sentence) => {
      const folder = await makeSite();
      await damage(folder);
      const before = contentsOf(folder);
      const why = await whyNoStart(folder);
      expect(why).toMatch(sentence);
      expect(why).toMatch(/restore|remove|delete|was left as it is|is not a file/i);
      expect(why).toContain(folder);
      expect(why).not.toContain('\n');
      for (const args of COMMANDS) {
        // A backup does not need the secret, and copies a database as it is.
        const isCopied = /secret|no documents|nothing but/.test(what) && !what.startsWith('only');
        if (args[0] === 'backup' && isCopied) continue;
        const { code, out, error } = await runMeki({ MEKI_DATA_DIR: folder }, args);
        expect([args, code, out]).toEqual([args, 1, '']);
        expect([args, error.trim().split('\n')]).toEqual([args, [expect.stringContaining(folder)]]);
      }
      expect(contentsOf(folder)).toEqual(before);
    },
  );

  test('is replaced by a backup with the command that the refusal names', async () => {
    const folder = await makeSite();
    const backup = join(makeTemporaryFolder(), 'backup');
    expect((await runMeki({ MEKI_DATA_DIR: folder }, ['backup', backup])).code).toBe(0);
    rmSync(join(folder, 'meki.sqlite'));
    const why = await whyNoStart(folder);
    const [, dataDir = '', ...args] =
      /"MEKI_DATA_DIR=(\S+) npx meki (restore) BACKUP (--replace)"/.exec(why ?? '') ?? [];
    expect([dataDir, args]).toEqual([folder, ['restore', '--replace']]);
    expect(await runMeki({ MEKI_DATA_DIR: dataDir }, ['restore', backup, '--replace'])).toMatchObject({ code: 0 });
    expect(await whyNoStart(folder)).toBeUndefined();
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(`${SECRET}\n`);
  });

  test('is no place for a copy of a site either', async () => {
    const folder = await makeSite();
    rmSync(join(folder, 'meki.sqlite'));
    expect(() => openEmbeddedBackend(folder, collections, 'sole')).toThrow(/of a site, but no/);
    await expect(embeddedBackups.lockAlone(folder).then((unlock) => unlock())).resolves.toBeUndefined();
  });

  test('starts with a stored document that does not fit', async () => {
    const folder = await makeSite();
    withDatabase(folder, (database) =>
      database.exec(
        "INSERT INTO documents SELECT max(key) + 1, 'publication-cards', 'es:home', 1, 1, 1, jsonb('{}') FROM documents",
      ),
    );
    expect(await whyNoStart(folder)).toBeUndefined();
  });

  test('with a bad secret starts once that is deleted, and with one in the environment', async () => {
    const folder = await makeSite();
    writeFileSync(join(folder, 'secret'), '');
    expect((await runMeki({ MEKI_DATA_DIR: folder, MEKI_SECRET: SECRET }, ['user', 'list'])).code).toBe(0);
    expect(await whyNoStart(folder)).toMatch(/delete it/);
    rmSync(join(folder, 'secret'));
    expect(await whyNoStart(folder)).toBeUndefined();
    expect(readFileSync(join(folder, 'secret'), 'utf8').length).toBeGreaterThan(40);
  });
});

describe('a first start', () => {
  test.each<[string, (folder: string) => void | Promise<void>]>([
    ['an empty folder', () => {}],
    ['a folder that is not there', (folder) => rmSync(folder, { recursive: true })],
    [
      'a new disk under version control',
      (folder) => {
        mkdirSync(join(folder, 'lost+found'));
        writeFileSync(join(folder, '.gitkeep'), '');
        writeFileSync(join(folder, 'README.md'), 'The data of our site');
      },
    ],
    ['a volume for pictures alone', (folder) => mkdirSync(join(folder, 'media', 'lost+found'), { recursive: true })],
    [
      'the mails and the visits of an instance of the cloud',
      (folder) => {
        mkdirSync(join(folder, 'outbox'));
        writeFileSync(join(folder, 'outbox', 'one.eml'), 'a mail');
        writeFileSync(join(folder, 'visited-pages.json'), '[]');
        writeFileSync(join(folder, 'server.json'), '{}');
      },
    ],
    [
      'a first start that was killed before it made its database',
      (folder) => {
        writeFileSync(join(folder, 'meki.sqlite'), '');
        writeFileSync(join(folder, 'meki.sqlite-lock'), '');
        writeFileSync(join(folder, '.write-test-1'), '');
      },
    ],
    [
      'a first start that was killed before its tables were stored',
      (folder) => {
        const bare = new DatabaseSync(join(folder, 'meki.sqlite'));
        bare.exec('PRAGMA journal_mode = WAL');
        bare.close();
        writeFileSync(join(folder, 'meki.sqlite-wal'), Buffer.alloc(5000));
      },
    ],
    [
      'a first start that was killed while it brought the sample',
      async (folder) => {
        const { store, close } = openEmbeddedBackend(folder, collections, 'server');
        await store.commit([setDocument(jobs.at('sample'), { holder: 'a killed one', until: 1 })]);
        await close();
        mkdirSync(join(folder, 'media', 'abc'), { recursive: true });
        writeFileSync(join(folder, 'media', 'abc', 'original.png'), 'a picture');
      },
    ],
    [
      'a site without an owner whose import was killed after its first picture',
      async (folder) => {
        const { store, close } = openEmbeddedBackend(folder, collections, 'server');
        await store.commit([{ kind: 'set', path: `media/${PICTURE.id}`, data: PICTURE }]);
        await close();
        mkdirSync(join(folder, 'media', 'abc'), { recursive: true });
        writeFileSync(join(folder, 'media', 'abc', 'original.png'), 'a picture');
      },
    ],
  ])('works in %s', async (_, prepare) => {
    const folder = makeTemporaryFolder();
    await prepare(folder);
    expect(await whyNoStart(folder)).toBeUndefined();
    expect(existsSync(join(folder, 'secret'))).toBe(true);
    expect(await whyNoStart(folder)).toBeUndefined();
  });

  test('stores the database before anything that would count as a part of a site', async () => {
    const folder = makeTemporaryFolder();
    await openEmbeddedBackend(folder, collections, 'server').close();
    expect(readdirSync(folder).sort()).toEqual(['meki.sqlite', 'meki.sqlite-lock']);
    expect(statSync(join(folder, 'meki.sqlite')).size).toBeGreaterThan(4096);
  });

  test.each<[string, (folder: string) => void]>([
    ['a file', (folder) => writeFileSync(folder, '')],
    ['a link to nothing', (folder) => symlinkSync('/nowhere/data', folder)],
    ['below a file', (folder) => writeFileSync(join(folder, '..', 'a'), '')],
  ])('is refused in one line where the data folder is %s', async (what, prepare) => {
    const folder = join(makeTemporaryFolder(), what === 'below a file' ? 'a/data' : 'a');
    prepare(what === 'below a file' ? join(folder, '..') : folder);
    const why = await whyNoStart(folder);
    expect(why).toContain(folder);
    expect(why).not.toContain('\n');
  });

  test.skipIf(process.getuid?.() === 0)(
    'is refused in a folder that cannot be written (root may write anywhere)',
    async () => {
      const folder = makeTemporaryFolder();
      chmodSync(folder, 0o500);
      const why = await whyNoStart(folder);
      chmodSync(folder, 0o700);
      expect(why).toMatch(/cannot be written: permission denied/);
    },
  );
});
