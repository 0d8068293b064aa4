import type { User, UserAccess } from '../accounts/user.ts';

/**
 * The author of a request or change. A program uses an API token; the policy table treats it like a person with the same role.
 */
export type Actor =
  | { kind: 'anonymous' }
  | ({ kind: 'person'; id: string; name: string } & UserAccess)
  | ({ kind: 'program'; id: string; name: string } & UserAccess);

/** A program with an API token. */
export type Program = Extract<Actor, { kind: 'program' }>;

export const ANONYMOUS: Actor = { kind: 'anonymous' };

/** Converts an account to the actor that the policy table judges. */
export function actorOf({ id, name, role, languages, disabled }: User): Actor {
  return { kind: 'person', id, name, role, languages, disabled };
}
