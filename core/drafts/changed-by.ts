import type { Actor } from '../access/actor.ts';
import type { ChangedBy } from './drafts.ts';

/** The author of a change. @throws RangeError for an anonymous actor, who may not change anything. */
export function changedBy(actor: Actor): ChangedBy {
  if (actor.kind === 'anonymous') throw new RangeError('Nobody is signed in, and nobody changes drafts');
  return { id: actor.id, name: actor.name };
}
