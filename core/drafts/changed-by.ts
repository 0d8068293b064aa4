import type { Actor } from '../access/actor.ts';
import type { ChangedBy } from './drafts.ts';

/** Whom a change is put down to. @throws RangeError for nobody, who may change nothing. */
export function changedBy(actor: Actor): ChangedBy {
  if (actor.kind === 'anonymous') throw new RangeError('Nobody is signed in, and nobody changes drafts');
  return { id: actor.id, name: actor.name };
}
