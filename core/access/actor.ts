import type { User, UserAccess } from '../accounts/user.ts';

/** Who wants to do something. */
export type Actor = { kind: 'anonymous' } | ({ kind: 'person'; id: string; name: string } & UserAccess);

export const ANONYMOUS: Actor = { kind: 'anonymous' };

/** The person of an account, as the table of roles sees them. */
export function actorOf({ id, name, role, languages, disabled }: User): Actor {
  return { kind: 'person', id, name, role, languages, disabled };
}
