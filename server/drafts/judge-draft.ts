import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { Item } from '#core/content/item.ts';
import { type DraftName, SHARED } from '#core/drafts/draft-name.ts';

/** A person's right to a draft. */
export type DraftRight = 'write' | 'read' | 'none';

/** Checks the policy table. Nobody may open drafts of an item in the trash. */
export function judgeDraft(actor: Actor, { part }: DraftName, item: Item | undefined): DraftRight {
  if (!item || item.trashedAt !== undefined || !may(actor, 'draft.read')) return 'none';
  const language = part === SHARED ? {} : { language: part };
  return may(actor, 'item.edit', { authorId: item.authorId ?? '', ...language }) ? 'write' : 'read';
}
