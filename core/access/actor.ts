import type { User, UserAccess } from '../accounts/user.ts';

/** Who wants to do something. A program is whoever brings an API token; the table of roles judges it as a person. */
export type Actor =
  | { kind: 'anonymous' }
  | ({ kind: 'person'; id: string; name: string } & UserAccess)
  | ({ kind: 'program'; id: string; name: string } & UserAccess);

/** A program with an API token. */
export type Program = Extract<Actor, { kind: 'program' }>;

export const ANONYMOUS: Actor = { kind: 'anonymous' };

/** The person of an account, as the table of roles sees them. */
export function actorOf({ id, name, role, languages, disabled }: User): Actor {
  return { kind: 'person', id, name, role, languages, disabled };
}
