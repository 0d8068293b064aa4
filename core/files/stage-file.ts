import type { Collection } from '../documents/collection.ts';
import { sameContents } from '../documents/compare-values.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import { media } from '../media/media.ts';
import { spaceTurns } from '../media/site-space.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { createFileCard, type FileUses, fileCards, fileCardsIn } from './file-card.ts';
import { fileCounts, files, type SiteFile, shownUploads } from './site-file.ts';

/** The collections of files: their bytes, what they say, and what lists show of them. */
export function fileCollectionsIn(languages: readonly Locale[]): Collection[] {
  return [media, files, fileCardsIn(languages), fileCounts, spaceTurns] as Collection[];
}

/** A file as callers change it: `stageFile` adds the lists of its bytes. */
export type ChangedFile = Omit<SiteFile, 'shown' | 'held'>;

/** The documents that must have been read before a file is staged. */
export function documentsOfFile(id: string) {
  return [files.at(id), fileCards.at(id)] as const;
}

/**
 * Stages a file with the lists of its bytes, its card and the counts of its tags: the only way to write one. Its documents must have
 * been read (`documentsOfFile`).
 * @param uses if they are known; otherwise as the card says
 */
export function stageFile(
  unit: UnitOfWork,
  config: Pick<SiteConfig, 'locales'>,
  changed: ChangedFile,
  uses?: FileUses,
): void {
  const file = withLists(changed);
  const [ref, cardRef] = documentsOfFile(file.id);
  const before = unit.get(ref);
  const card = unit.get(cardRef);
  if (!sameContents(before, file)) unit.set(ref, file);
  const next = createFileCard(config, file, uses ?? card ?? { isUsed: false });
  if (!sameContents(card, next)) unit.set(cardRef, next);
  countTags(unit, before, file);
}

/** Stages that texts get bytes through a file alone. Their document must have been read. */
export function stageFiled(unit: UnitOfWork, id: string): void {
  const bytes = unit.get(media.at(id));
  if (bytes && !bytes.isFiled) unit.set(media.at(id), { ...bytes, isFiled: true });
}

/** Stages that a file is gone. Its documents must have been read. */
export function stageFileRemoval(unit: UnitOfWork, id: string): void {
  const [ref, cardRef] = documentsOfFile(id);
  countTags(unit, unit.get(ref), undefined);
  unit.remove(ref);
  unit.remove(cardRef);
}

function withLists(file: ChangedFile): SiteFile {
  const shown = shownUploads(file);
  const ids = (uploads: { media: string }[]) => [...new Set(uploads.map(({ media: id }) => id))].sort();
  return { ...file, shown: ids(shown), held: ids([...shown, ...file.former]) };
}

function countTags(unit: UnitOfWork, before: SiteFile | undefined, after: SiteFile | undefined): void {
  const counted = (file: SiteFile | undefined) => (file && file.trashedAt === undefined ? file.tags : []);
  const [was, is] = [counted(before), counted(after)];
  const amounts = Object.fromEntries([
    ...was.filter((tag) => !is.includes(tag)).map((tag) => [`tags.${tag}`, -1]),
    ...is.filter((tag) => !was.includes(tag)).map((tag) => [`tags.${tag}`, 1]),
  ]);
  unit.add(fileCounts.at('library'), { tags: {} }, amounts);
}
