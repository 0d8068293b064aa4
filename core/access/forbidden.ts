import type { Actor } from './actor.ts';
import { type Act, type ObjectOf, type RefusalReason, refusalOf } from './policy.ts';

/** Thrown when the policy table refuses an action. Answered with 403, or with a redirect to sign-in for `not-signed-in`. */
export class Forbidden extends Error {
  override name = 'Forbidden';
  readonly act: Act;
  readonly reason: RefusalReason;
  constructor(act: Act, reason: RefusalReason) {
    super(`${act} is refused: ${reason}`);
    this.act = act;
    this.reason = reason;
  }
}

/** Checks that the actor may perform the action. @throws {Forbidden} */
export function requireMay<A extends Act>(actor: Actor, act: A, ...object: ObjectOf<A>): void {
  const reason = refusalOf(actor, act, ...object);
  if (reason !== undefined) throw new Forbidden(act, reason);
}
