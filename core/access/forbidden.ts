import type { Actor } from './actor.ts';
import { type ObjectOf, type Permission, type RefusalReason, refusalOf } from './policy.ts';

/** Thrown when the policy table refuses an action. Answered with 403, or with a redirect to sign-in for `not-signed-in`. */
export class Forbidden extends Error {
  override name = 'Forbidden';
  readonly permission: Permission;
  readonly reason: RefusalReason;
  constructor(permission: Permission, reason: RefusalReason) {
    super(`${permission} is refused: ${reason}`);
    this.permission = permission;
    this.reason = reason;
  }
}

/** Checks that the actor may perform the action. @throws {Forbidden} */
export function requireMay<A extends Permission>(actor: Actor, permission: A, ...object: ObjectOf<A>): void {
  const reason = refusalOf(actor, permission, ...object);
  if (reason !== undefined) throw new Forbidden(permission, reason);
}
