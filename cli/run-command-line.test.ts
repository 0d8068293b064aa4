import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { announceServer } from '#server/data-folder/data-folder.ts';
import { createServices } from '#server/services/services.ts';
import config from '#site-config';
import project from '../package.json' with { type: 'json' };
import { HAS_SAMPLE } from '../test/helpers/has-sample.ts';
import { runMeki } from '../test/helpers/servers/run-meki.ts';

/** A data folder with the sample site, for tests to copy. */
let seeded = '';
beforeAll(async () => {
  seeded = await mkdtemp(join(tmpdir(), 'meki-seeded-'));
  await runMeki({ MEKI_DATA_DIR: join(seeded, 'data') }, ['seed']);
});
afterAll(() => rm(seeded, { recursive: true }));

const seed = () => cp(join(seeded, 'data'), join(folder, 'data'), { recursive: true });

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-cli-'));
});
afterEach(() => rm(folder, { recursive: true }));

const meki = (...args: string[]) => runMeki({ MEKI_DATA_DIR: join(folder, 'data') }, args);

const ITEM = `id: price-list
type: news
sourceLanguage: es
languages:
  es: { title: Precios, body: { markdown: "Hola" } }
`;

describe('meki', () => {
  test.skipIf(!HAS_SAMPLE)('fills a data folder that is not there yet, and finds it sound', async () => {
    expect(await meki('seed')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ imported, 0 unchanged\n$/) });
    const again = await meki('seed', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ ok: true, imported: 0, refused: 0, problems: [] });
    expect(await meki('doctor')).toMatchObject({ code: 0, error: '' });
  });

  test('imports a file while another process has the data folder open, which sees it at once', async () => {
    await seed();
    const services = await createServices({ dataDir: join(folder, 'data') }, config, { warn() {} });
    const { promise: seen, resolve, reject } = Promise.withResolvers<string>();
    const target = {
      query: { collection: 'publication-cards', where: [{ field: 'itemId', op: '==' as const, value: 'price-list' }] },
    };
    const stop = services.store.listen(
      target,
      ({ changes }) => {
        if (changes[0]) resolve(changes[0].path);
      },
      { onError: reject },
    );
    try {
      await writeFile(join(folder, 'item.yaml'), ITEM);
      const variables = { ...process.env, MEKI_DATA_DIR: join(folder, 'data') };
      const launcher = fileURLToPath(new URL('meki.js', import.meta.url));
      const run = spawnSync(process.execPath, [launcher, 'import', join(folder, 'item.yaml')], { env: variables });
      expect([run.status, String(run.stdout), String(run.stderr)]).toEqual([0, '1 imported, 0 unchanged\n', '']);
      expect(await seen).toBe('publication-cards/es:price-list');
    } finally {
      stop();
      await services.close();
    }
  });

  test('names file, line and field of what is wrong, imports the rest, and fails', async () => {
    await writeFile(join(folder, 'a.yaml'), ITEM);
    await writeFile(
      join(folder, 'b.yaml'),
      ITEM.replace('price-list', 'b').replace('title: Precios', 'titel: Precios'),
    );
    expect(await meki('import', folder)).toEqual({
      code: 1,
      out: '1 imported, 0 unchanged, 1 refused\n',
      error:
        `${join(folder, 'b.yaml')}:5: languages.es.title: is missing\n` +
        `${join(folder, 'b.yaml')}:5: languages.es.titel: there is no such member\n`,
    });
  });

  test.skipIf(!HAS_SAMPLE)('finds files that are gone or damaged', async () => {
    await seed();
    const services = await createServices({ dataDir: join(folder, 'data') }, config, { warn() {} });
    const [first, second] = await services.store.runQuery({ collection: 'media', limit: 2 });
    await services.close();
    const fileOf = (id: unknown) => join(folder, 'data', 'media', String(id), 'original.svg');
    await rm(fileOf(first?.data.id));
    await writeFile(fileOf(second?.data.id), `${await readFile(fileOf(second?.data.id), 'utf8')} `);
    const { code, out } = await meki('doctor', '--json');
    expect(code).toBe(1);
    const files = JSON.parse(out).checks.find((check: { name: string }) => check.name === 'files');
    expect(files.problems).toEqual([expect.stringContaining('is missing'), expect.stringContaining('is damaged')]);
  });

  test.skipIf(!HAS_SAMPLE)(
    'names a document that does not fit its collection, and what could not be checked for it',
    async () => {
      await seed();
      const file = new DatabaseSync(join(folder, 'data', 'meki.sqlite'));
      file.exec("UPDATE documents SET data = jsonb_set(data, '$.slug', 7) WHERE id LIKE 'es:news:%'");
      const { changes } = file.prepare('SELECT changes() AS changes').get() ?? {};
      file.close();
      const { code, out, error } = await meki('doctor', '--json');
      expect({ code, error }).toEqual({ code: 1, error: '' });
      const problemsOf = (name: string) =>
        JSON.parse(out).checks.find((check: { name: string }) => check.name === name).problems;
      expect(problemsOf('documents')).toHaveLength(Number(changes));
      expect(problemsOf('documents')[0]).toMatch(/^publications\/es:news:.+ does not fit its collection: slug: /);
      expect(problemsOf('publications')).toEqual([expect.stringMatching(/^publications\/es:news:.+ cannot be read/)]);
      expect(problemsOf('files')).toEqual([]);
    },
  );

  test('does not change the database under a server of another version, which it names, and does once that ended', async () => {
    await seed();
    const dataDir = join(folder, 'data');
    const older = openSqlite({ file: join(dataDir, 'meki.sqlite'), collections: [], role: 'server' });
    announceServer(dataDir, 'http://localhost:4000');
    const who = `process ${process.pid} on `;
    const refused = await meki('user', 'list');
    expect(refused).toMatchObject({ code: 1, out: '', error: expect.stringContaining(who) });
    expect(refused.error).toMatch(
      /^A server of another version [^\n]+ at http:\/\/localhost:4000\)\. Stop it first[^\n]+\n$/,
    );
    await older.store.close();
    expect(await meki('doctor')).toMatchObject({ code: 0 });
  });

  test('says in one line why a site cannot be opened', async () => {
    expect(await meki('doctor')).toEqual({
      code: 1,
      out: '',
      error: `There is no data folder ${join(folder, 'data')} yet.\n`,
    });
    await writeFile(join(folder, 'data'), 'a file');
    expect(await meki('seed')).toMatchObject({ code: 1, error: expect.stringMatching(/^The data folder .+\n$/) });
    const json = await meki('seed', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, error: expect.stringContaining('data folder') });
  });

  test.each([[[]], [['user']], [['import']], [['seed', 'x']], [['seed', '--force']], [['--json']]])(
    'tells how it is used when asked for %j',
    async (args) => {
      const { code, out, error } = await meki(...args);
      expect(code).toBe(2);
      if (args.includes('--json')) expect(JSON.parse(out)).toMatchObject({ ok: false });
      else expect(error).toContain('Usage: npx meki COMMAND');
    },
  );

  test('begins no site where there is none, except by commands that bring one in or make its owner', async () => {
    const empty = join(folder, 'data');
    const commands = [
      ['user', 'list'],
      ['user', 'create', '--email', 'ana@example.org', '--name', 'Ana', '--role', 'editor', '--password-stdin'],
      ['user', 'role', 'ana@example.org', 'editor'],
      ['token', 'list'],
      ['token', 'create', '--role', 'editor', '--name', 'Sync'],
      ['media', 'delete', 'x'],
      ['export', join(folder, 'out')],
      ['import', '--dry-run', folder],
      ['backup', join(folder, 'out')],
      ['doctor'],
    ];
    const tried = async () => {
      for (const args of commands) {
        const { code, out, error } = await runMeki({ MEKI_DATA_DIR: empty }, args, { input: 'a long secret phrase\n' });
        expect({ args, code, out }).toEqual({ args, code: 1, out: '' });
        expect(error, args.join(' ')).toMatch(/^There is no (?:site|data folder) [^\n]+\n$/);
      }
    };
    await tried();
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(empty);
    await tried();
    expect(readdirSync(folder, { recursive: true })).toEqual(['data']);
    const owner = [
      'user',
      'create',
      '--email',
      'ana@example.org',
      '--name',
      'Ana',
      '--role',
      'owner',
      '--password-stdin',
    ];
    expect(await runMeki({ MEKI_DATA_DIR: empty }, owner, { input: 'lámpara río sereno\n' })).toMatchObject({
      code: 0,
    });
    expect(await meki('user', 'list')).toMatchObject({ code: 0, out: expect.stringContaining('ana@example.org') });
  });

  test.each([
    [['--version'], `${project.version}\n`],
    [['version'], `${project.version}\n`],
    [['version', '--json'], `${JSON.stringify({ ok: true, version: project.version })}\n`],
  ])('tells its version when asked with %j', async (args, out) => {
    expect(await meki(...args)).toEqual({ code: 0, out, error: '' });
  });

  test.each([
    [['help', 'restore'], 'Usage: npx meki restore FOLDER [--json]'],
    [['serve', '--help'], 'Usage: npx meki serve [--json]'],
    [['help', 'user', 'role'], 'Usage: npx meki user role EMAIL ROLE [--json]'],
    [['user', '--help'], 'Usage: npx meki user sign-out EMAIL [--json]'],
  ])('says with %j what that does, and nothing of other commands', async (args, usage) => {
    const { code, out } = await meki(...args);
    expect(code).toBe(0);
    expect(out).toContain(`${usage}\n`);
    expect(out).not.toContain('import');
  });

  test('says that there is no such command to explain', async () => {
    expect(await meki('help', 'bake')).toMatchObject({ code: 2, error: expect.stringContaining('no command "bake"') });
  });

  test.each([[['help']], [['--help']], [['import', '-h']]])('helps when asked with %j', async (args) => {
    expect(await meki(...args)).toMatchObject({ code: 0, out: expect.stringContaining('import FILE|FOLDER…') });
  });
});
