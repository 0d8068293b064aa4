import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { personOf } from '../audit/audit-log.ts';
import { items } from '../content/collections.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { getDocument } from '../documents/typed-documents.ts';
import { isOutOfRoom, type SharedChange, type SharedDraft } from '../drafts/drafts.ts';
import { isTopicOf } from '../item-cards/read-topics.ts';
import type { ItemDependencies, ItemFailure } from '../publishing/change-item.ts';

export type TagOutcome = { ok: true; changed: boolean } | ItemFailure<'unknown-tag' | 'too-many-tags' | 'too-long'>;

/**
 * Adds or removes a tag of the site in an item's draft; visible to readers after the next publication.
 * `too-long`: the draft would be too large.
 * @throws {Forbidden}
 */
export async function tagItem(
  { store, config, drafts }: ItemDependencies,
  actor: Actor,
  { id, tag, isWanted }: { id: string; tag: string; isWanted: boolean },
): Promise<TagOutcome> {
  if (!drafts) throw new Error('Tags are changed in drafts');
  const item = (await getDocument(store, items.at(id)))?.data;
  if (!item) return { ok: false, reason: 'not-found' };
  requireMay(actor, 'item.edit', { authorId: item.authorId ?? '' });
  if (item.trashedAt !== undefined) return { ok: false, reason: 'in-trash' };
  if (isWanted && !(await isTopicOf(store, config, tag))) return { ok: false, reason: 'unknown-tag' };
  let outcome: TagOutcome = { ok: true, changed: false };
  const decide = ({ tags }: SharedDraft): SharedChange | undefined => {
    if (tags.includes(tag) === isWanted) return undefined;
    if (isWanted && tags.length >= CONTENT_LIMITS.tags) {
      outcome = { ok: false, reason: 'too-many-tags' };
      return undefined;
    }
    outcome = { ok: true, changed: true };
    return isWanted ? { withTags: [tag] } : { withoutTags: [tag] };
  };
  try {
    await drafts.changeShared(id, decide, personOf(actor));
  } catch (error) {
    if (isOutOfRoom(error)) return { ok: false, reason: 'too-long' };
    throw error;
  }
  return outcome;
}
