import type { Actor } from './actor.ts';
import { type Act, type ObjectOf, type RefusalReason, refusalOf } from './policy.ts';

/** The table of roles refuses an act. Answers with 403, or with the way to the sign-in page for `not-signed-in`. */
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

/** Passes only for somebody who may. @throws {Forbidden} */
export function requireMay<A extends Act>(actor: Actor, act: A, ...object: ObjectOf<A>): void {
  const reason = refusalOf(actor, act, ...object);
  if (reason !== undefined) throw new Forbidden(act, reason);
}
