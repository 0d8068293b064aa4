import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { everyDocument } from '#core/documents/every-document.ts';
import { files as siteFiles } from '#core/files/site-file.ts';
import { media } from '#core/media/media.ts';
import { deleteLostBytes, deleteUnusedMedia } from '#core/media-uses/delete-media.ts';
import { pruneUploads, unfinishedUploads } from '#core/uploads/unfinished-upload.ts';
import { openSite } from '../../helpers/data-folders/open-site.ts';

const DAY = 86_400_000;

/**
 * Does what the job of files does in a few days, on a site whose server has stopped, and looks for what is left.
 * @returns a sentence for what belongs to nothing, and for what lacks its bytes
 */
export async function findOrphans(dataDir: string): Promise<string[]> {
  const { store, files, close } = await openSite(dataDir);
  try {
    for (const entry of await readdir(dataDir, { recursive: true })) {
      // As old as what the clean-up takes.
      if (entry.endsWith('.tmp')) await utimes(join(dataDir, entry), 0, 0);
    }
    const later = { store, files, now: () => Date.now() + 4 * DAY };
    await pruneUploads(later);
    await deleteLostBytes(later, await deleteLostBytes(later, new Set()));
    await deleteUnusedMedia({ ...later, now: () => Date.now() + 5 * DAY });
    const problems: string[] = [];
    const known = new Set<string>();
    for await (const { data } of everyDocument(store, media)) {
      known.add(data.id);
      if ((await files.list(`media/${data.id}`, undefined, 1)).length === 0) problems.push(`${data.id} has no bytes`);
    }
    const held = new Set<string>();
    for await (const { data } of everyDocument(store, siteFiles)) for (const id of data.held) held.add(id);
    for (const id of known) if (!held.has(id)) problems.push(`the bytes ${id} belong to no file`);
    for (const id of held) if (!known.has(id)) problems.push(`a file has the bytes ${id}, which are not there`);
    for (const folder of ['media', 'unfinished']) {
      for (let after: string | undefined; ; ) {
        const keys = await files.list(folder, after, 500);
        const lost = keys.filter((key) => folder === 'unfinished' || !known.has(key.split('/')[1] ?? ''));
        problems.push(...lost.map((key) => `${key} belongs to nothing`));
        after = keys.at(-1);
        if (keys.length < 500) break;
      }
    }
    for await (const { data } of everyDocument(store, unfinishedUploads))
      problems.push(`the upload ${data.id} is left`);
    const left = (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.tmp'));
    return [...problems, ...left.map((name) => `${name} is left`)];
  } finally {
    await close();
  }
}
