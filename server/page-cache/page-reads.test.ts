import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFirestoreDocumentStore } from '#adapters/firestore/document-store.ts';
import { firestoreIndexes } from '#adapters/firestore/firestore-indexes.ts';
import { prepareSiteConfig } from '#core/site/prepare-site-config.ts';
import given from '#site-config';
import { startFireemu, whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { HAS_SAMPLE, NO_SAMPLE } from '../../test/helpers/has-sample.ts';
import { openPages } from '../../test/helpers/page-cache/open-pages.ts';
import { importFiles } from '../importing/import-files.ts';
import { collections, createServices } from '../services/services.ts';

const { config: site } = prepareSiteConfig(given);
const ROOT = join(import.meta.dirname, '../..');
const ITEM = 'studies/abdominal-ct.yaml';

/** What a page may read when it is rendered again after an item that it shows was published again. */
const BUDGETS = { '/estudios/tomografia-de-abdomen': 4, '/estudios': 2, '/': 3 };

const missing = HAS_SAMPLE ? whyNoFireemu() : NO_SAMPLE;

test.skipIf(missing !== undefined)(
  `a page whose item has changed is rendered again with a few reads${missing ? ` (${missing})` : ''}`,
  async () => {
    vi.stubEnv('NODE_ENV', 'production');
    onTestFinished(() => void vi.unstubAllEnvs());
    const emulator = await startFireemu(['firestore'], { indexes: firestoreIndexes(collections) });
    onTestFinished(emulator.stop);
    const store = createFirestoreDocumentStore({
      collections,
      project: emulator.project,
      database: '(default)',
      emulatorHost: emulator.hosts.firestore ?? '',
    });
    onTestFinished(() => store.close());
    const folder = await mkdtemp(join(tmpdir(), 'meki-reads-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await cp(join(ROOT, 'sample'), folder, { recursive: true });
    const dataDir = await mkdtemp(join(tmpdir(), 'meki-reads-data-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const { pictures, files, close } = await createServices({ dataDir }, site, { warn() {} });
    onTestFinished(close);
    const target = { store, files, pictures, config: site, actor: { kind: 'system' } as const };
    expect((await importFiles(target, [folder])).problems).toEqual([]);

    const { textOf, close: closePages } = await openPages(store);
    onTestFinished(closePages);
    for (const path of Object.keys(BUDGETS)) await textOf(path);

    const readsOf = async (work: () => Promise<unknown>) => {
      const before = store.usage().reads;
      await work();
      return store.usage().reads - before;
    };
    for (const path of Object.keys(BUDGETS)) expect(await readsOf(() => textOf(path)), 'without a change').toBe(0);

    const file = join(folder, ITEM);
    const source = await readFile(file, 'utf8');
    for (const [index, [path, budget]] of Object.entries(BUDGETS).entries()) {
      const title = `Tomografía ${index}`;
      await writeFile(file, source.replace(/^( {4}title:).*$/m, `$1 ${title}`));
      expect((await importFiles(target, [file])).imported).toBe(1);
      const used = await readsOf(async () => expect(await textOf(path)).toContain(title));
      expect(used, path).toBeLessThanOrEqual(budget);
    }
  },
);
