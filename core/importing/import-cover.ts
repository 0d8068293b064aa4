import { type MediaDependencies, storeMedia } from '../media/store-media.ts';
import type { Problem } from '../problems/problem.ts';
import type { ItemDraft } from './item-draft.ts';
import type { SourcedDraft } from './sourced-draft.ts';

export type CoverOutcome = { ok: true; draft: ItemDraft } | { ok: false; problem: Problem };

/**
 * Imports the file that a draft names as its cover, and replaces the name in the draft by the media id.
 * @param known results of earlier imports, by file key.
 */
export async function importCover(
  dependencies: MediaDependencies,
  known: Map<string, Promise<string | Problem>>,
  source: SourcedDraft,
  draft: ItemDraft,
): Promise<CoverOutcome> {
  const { cover } = draft;
  if (!cover || !('file' in cover)) return { ok: true, draft };
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
  return { ok: true, draft: { ...draft, cover: { media, alt: cover.alt } } };
}
