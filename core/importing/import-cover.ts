import { type MediaDependencies, storeMedia } from '../media/store-media.ts';
import type { Problem } from '../problems/problem.ts';
import type { ImportedItem } from './imported-item.ts';
import type { SourcedItem } from './sourced-item.ts';

export type CoverOutcome = { ok: true; imported: ImportedItem } | { ok: false; problem: Problem };

/**
 * Imports the file that an imported item names as its cover, and replaces the name in it by the media id.
 * @param known results of earlier imports, by file key.
 */
export async function importCover(
  dependencies: MediaDependencies,
  known: Map<string, Promise<string | Problem>>,
  source: SourcedItem,
  imported: ImportedItem,
): Promise<CoverOutcome> {
  const { cover } = imported;
  if (!cover || !('file' in cover)) return { ok: true, imported };
  const path = ['cover', 'file'];
  const file = await source.readFile(cover.file);
  if (!file) return { ok: false, problem: { path, message: `there is no file "${cover.file}"` } };
  const outcome =
    known.get(file.key) ??
    storeMedia(dependencies, cover.file, file.bytes).then((stored): string | Problem =>
      stored.ok ? stored.media.id : { path, message: `"${cover.file}" cannot be used: ${stored.problem}` },
    );
  known.set(file.key, outcome);
  const media = await outcome;
  if (typeof media !== 'string') return { ok: false, problem: media };
  return { ok: true, imported: { ...imported, cover: { media, alt: cover.alt } } };
}
