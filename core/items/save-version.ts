import type { Actor } from '../access/actor.ts';
import { Forbidden, may, refusalOf } from '../access/policy.ts';
import { auditWrite, onRecord, personOf } from '../audit/audit-log.ts';
import { items, savedVersions } from '../content/collections.ts';
import { type Item, type SavedVersion, textsOf } from '../content/item.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { idOf } from '../documents/document-path.ts';
import type { Write } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { setDocument } from '../documents/typed-documents.ts';
import type { DraftPartName } from '../drafts/draft-name.ts';
import { mediaIn } from '../media/media-in.ts';
import type { ItemDependencies, ItemFailure } from '../publishing/change-item.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import { readSettledItem } from '../publishing/settle-items.ts';

/** `too-long`: the draft is too long for the item, and so for a saved version. */
export type SaveVersionOutcome =
  | { ok: true; id: string; savedVersion: SavedVersion }
  | ItemFailure<'invalid-name' | 'too-long'>;

/**
 * Saves an item as a saved version with a name: all languages and the shared part. Requires the right to edit any part of it.
 * @throws {Forbidden}
 */
export async function saveVersion(
  { store, drafts, now = Date.now }: ItemDependencies,
  actor: Actor,
  { itemId, name }: { itemId: string; name: string },
): Promise<SaveVersionOutcome> {
  const given = name.trim();
  return retryOnConflict<SaveVersionOutcome>(
    async () => {
      const read = await readGuardedItem({ store, drafts }, itemId);
      if (!read) return { ok: false, reason: 'not-found' };
      const { item, refused, unchanged } = read;
      requireMayEditAny(actor, item);
      if (item.trashedAt !== undefined) return { ok: false, reason: 'in-trash' };
      if (given === '' || given.length > CONTENT_LIMITS.savedVersionName || !given.isWellFormed()) {
        return { ok: false, reason: 'invalid-name' };
      }
      if (refused.length > 0) return { ok: false, reason: 'too-long' };
      const at = now();
      const savedVersion = savedVersionOf(item, { kind: 'named', name: given, at, by: personOf(actor) });
      const write = savedVersionWrite(savedVersion);
      const entry = itemEntry({ action: 'item.version-saved', at, actor: onRecord(actor), item });
      await store.commit([write, auditWrite(entry), unchanged]);
      return { ok: true, id: idOf(write), savedVersion };
    },
    { giveUp: () => ({ ok: false, reason: 'conflict' }) },
  );
}

/**
 * An item with everything typed so far.
 * @returns also the parts that are too long for the item, and a write that fails the commit if the item changes meanwhile
 */
export async function readGuardedItem(
  { store, drafts }: Pick<ItemDependencies, 'store' | 'drafts'>,
  itemId: string,
): Promise<{ item: Item; refused: readonly DraftPartName[]; unchanged: Write } | undefined> {
  const settled = await readSettledItem({ store, drafts }, itemId);
  if (!settled) return undefined;
  const { item, version, refused } = settled;
  return { item, refused, unchanged: { kind: 'verify', path: items.at(itemId).path, precondition: { version } } };
}

/** Converts an item to a saved version. */
export function savedVersionOf(item: Item, about: Pick<SavedVersion, 'kind' | 'name' | 'at' | 'by'>): SavedVersion {
  const languages = Object.entries(item.languages).map(([language, content]) => [language, textsOf(content)]);
  const { author = '', tags, cover, fields } = item;
  return {
    itemId: item.id,
    ...about,
    author,
    tags,
    ...(cover && { cover }),
    media: mediaIn(item),
    fields,
    languages: Object.fromEntries(languages),
  };
}

/** The write that stores a saved version. */
export function savedVersionWrite(savedVersion: SavedVersion): Write {
  const id = `${savedVersion.itemId}:${savedVersion.at}:${crypto.randomUUID()}`;
  return setDocument(savedVersions.at(id), savedVersion, { exists: false });
}

function requireMayEditAny(actor: Actor, { authorId = '', languages }: Item): void {
  const isAllowed = Object.keys(languages).some((language) => may(actor, 'item.edit', { authorId, language }));
  const reason = refusalOf(actor, 'item.edit', { authorId });
  if (!isAllowed && reason !== undefined) throw new Forbidden('item.edit', reason);
}
