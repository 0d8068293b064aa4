import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '#core/content/item.ts';
import { fillItemCards } from '#core/item-cards/fill-item-cards.ts';
import { preparePicture, unpreparedPictures } from '#core/media/prepare-picture.ts';
import { fillPublicationCards } from '#core/publishing/fill-publication-cards.ts';
import { prepareSiteConfig } from '#core/site/prepare-site-config.ts';
import given from '#site-config';
import { seedSample } from '../../../server/importing/seed-sample.ts';
import { createAccounts, type Member } from '../data-folders/create-accounts.ts';
import { isCloudSite, openSite } from '../data-folders/open-site.ts';
import { writeItems } from '../data-folders/write-items.ts';
import { ROOT } from '../project-root.ts';

const { config: site } = prepareSiteConfig(given);

/** The contents of a data folder before its server starts. */
export interface FolderContents {
  /** The first one is the owner, unless they have roles. */
  people?: readonly Member[];
  /** Whether to import the sample site. */
  hasSample?: boolean;
  items?: readonly Item[];
}

/** Environment variable with the folder for the run's prepared folders. `npm test` sets it for several suites. */
const FOLDERS = 'PREPARED_FOLDERS';

/** Keeps prepared folders, for this process and its children, unless its parent does. @returns a function that removes them */
export async function keepPreparedFolders(): Promise<() => Promise<void>> {
  if (process.env[FOLDERS] !== undefined) return async () => {};
  const folder = await mkdtemp(join(tmpdir(), 'meki-prepared-'));
  process.env[FOLDERS] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Fills an empty data folder. Equal contents are prepared once per run and then copied: hashing passwords and importing the
 * sample takes a second, a copy milliseconds. Therefore people with equal contents have equal ids and secrets.
 */
export async function fillFolder(dataDir: string, contents: FolderContents): Promise<void> {
  const folders = process.env[FOLDERS];
  if (folders === undefined || isCloudSite(dataDir)) return prepare(dataDir, contents);
  const key = createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 16);
  const prepared = join(folders, key);
  if (!existsSync(prepared)) await prepareOnce(prepared, contents);
  await cp(prepared, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Two processes may prepare the same contents concurrently; the first one to finish wins the rename. */
async function prepareOnce(prepared: string, contents: FolderContents): Promise<void> {
  const folder = await mkdtemp(`${prepared}-`);
  await prepare(folder, contents);
  try {
    await rename(folder, prepared);
  } catch (error) {
    if (!existsSync(prepared)) throw error;
    await rm(folder, { recursive: true });
  }
}

async function prepare(dataDir: string, { people = [], hasSample = false, items = [] }: FolderContents): Promise<void> {
  const isSampleAlone = people.length === 0 && items.length === 0;
  if (hasSample) await (isSampleAlone ? importSample(dataDir) : fillFolder(dataDir, { hasSample }));
  if (people.length > 0) await createAccounts(dataDir, people);
  if (items.length > 0) await writeItems(dataDir, items);
}

async function importSample(dataDir: string): Promise<void> {
  const { store, files, pictures, close } = await openSite(dataDir);
  try {
    await seedSample({ store, files, pictures, config: site, actor: { kind: 'system' }, folder: join(ROOT, 'sample') });
    // Otherwise the server of every test checks all cards when it starts.
    await fillItemCards(store, site);
    await fillPublicationCards(store, site);
  } finally {
    await close();
  }
  await preparePictures(dataDir);
}

/** Prepares the pictures of a data folder once, and not in the background of every test. */
export async function preparePictures(dataDir: string): Promise<void> {
  const { store, files, pictures, close } = await openSite(dataDir);
  try {
    for await (const id of unpreparedPictures(store)) await preparePicture({ store, files, pictures }, id);
  } finally {
    await close();
  }
}
