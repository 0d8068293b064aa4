import { endWithin, isAhead } from '../clock/stored-time.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import {
  accountAttempts,
  type WaitingPerson,
  type WaitingSignUp,
  type WaitingSignUpsRecord,
  waitingSignUps,
} from './account-collections.ts';
import { ACCOUNT_RETRY, judgeAttempt } from './attempts.ts';
import { CODE_MS, CODE_TRIES } from './codes.ts';
import type { IdentityError } from './identity-error.ts';
import { createCode, sameSecret, sealOf } from './secret-values.ts';

type SignUpsRef = DocumentRef<WaitingSignUpsRecord>;

/** Lifetime of a pending sign-up. Source: Meki's own. */
export const WAITING_MS = 7 * 24 * 3_600_000;

/**
 * Maximum pending sign-ups per email: more than the codes that can be requested during the lifetime of one. Source: Meki's own.
 */
const MAX_WAITING = 12;

/**
 * Pending sign-ups. An email can have several, from several people or from one person twice. Each has its own code, which
 * confirms its own password and no other. `key` is the digest of the email, `ticket` that of a ticket.
 */
export interface WaitingSignUps {
  /** Stores a sign-up; without a person, a decoy. @returns its code */
  add(key: string, ticket: string, person: WaitingPerson | undefined): Promise<string>;
  /**
   * Replaces the code of the ticket's sign-up, else of the first, else of a decoy.
   * @returns the person to mail it to, unless it is a decoy
   */
  renew(key: string, ticket: string | undefined): Promise<{ code: string; person?: WaitingPerson }>;
  /**
   * Tries a code; safe for concurrent calls. With a ticket it is compared with that sign-up, otherwise with all. A correct code
   * stays valid until the caller deletes the document in the commit that creates the account; `stillWaits` checks that it is
   * still there.
   */
  attempt(
    key: string,
    code: string,
    ticket: string | undefined,
  ): Promise<
    { ok: true; ref: SignUpsRef; signUp: WaitingSignUp; person: WaitingPerson } | { ok: false; error: IdentityError }
  >;
}

/** @param secret HMAC key, so that the stored documents alone do not reveal the codes. */
export function createWaitingSignUps(store: DocumentStore, secret: string, now: () => number): WaitingSignUps {
  const seal = ({ path }: SignUpsRef, code: string) => sealOf(secret, `${path} ${code}`);

  /** A code that differs from those of the email's other sign-ups. */
  async function freshCode(ref: SignUpsRef, others: WaitingSignUp[]): Promise<{ code: string; seal: string }> {
    for (;;) {
      const code = createCode();
      const sealed = await seal(ref, code);
      if (!others.some((other) => other.seal === sealed)) return { code, seal: sealed };
    }
  }

  function change<T>(key: string, work: (unit: UnitOfWork, ref: SignUpsRef) => Promise<T>): Promise<T> {
    return retryOnConflict(async () => {
      const unit = new UnitOfWork(store);
      const ref = waitingSignUps.at(key);
      await unit.read([ref, accountAttempts.at('code', `confirm:${key}`)]);
      const result = await work(unit, ref);
      await unit.commit();
      return result;
    }, ACCOUNT_RETRY);
  }

  return {
    add: (key, ticket, person) =>
      change(key, async (unit, ref) => {
        const at = now();
        const others = waitingIn(unit, ref, at);
        const { code, ...sealed } = await freshCode(ref, others);
        const signUp = { ticket, ...sealed, ...freshTries(at), expiresAt: at + WAITING_MS, ...(person && { person }) };
        keep(unit, ref, [...others, signUp], at);
        return code;
      }),

    renew: (key, ticket) =>
      change(key, async (unit, ref) => {
        const at = now();
        const held = waitingIn(unit, ref, at);
        const waiting = ofTicket(held, ticket) ?? held.find(({ person }) => person) ?? held[0];
        const others = held.filter((signUp) => signUp !== waiting);
        const { code, ...sealed } = await freshCode(ref, others);
        const renewed: WaitingSignUp = { ...(waiting ?? { expiresAt: at + WAITING_MS }), ...sealed, ...freshTries(at) };
        keep(unit, ref, waiting ? held.map((signUp) => (signUp === waiting ? renewed : signUp)) : [renewed], at);
        return { code, ...(renewed.person && { person: renewed.person }) };
      }),

    attempt: (key, code, ticket) =>
      change(key, async (unit, ref) => {
        const at = now();
        const attemptsRef = accountAttempts.at('code', `confirm:${key}`);
        const { retryAfterSeconds, record } = judgeAttempt(unit.get(attemptsRef), at);
        if (record) unit.set(attemptsRef, record);
        if (retryAfterSeconds > 0) return { ok: false, error: { code: 'too-many-requests', retryAfterSeconds } };
        const waiting = unit.get(ref);
        const held = waiting?.signUps ?? [];
        const own = ofTicket(held, ticket);
        const tried = (own ? [own] : held).filter((signUp) => isLive(signUp, at));
        if (!waiting || tried.length === 0) {
          return { ok: false, error: { code: held.length > 0 ? 'expired-action-code' : 'invalid-action-code' } };
        }
        const signUps = held.map((signUp) =>
          tried.includes(signUp) ? { ...signUp, triesLeft: signUp.triesLeft - 1 } : signUp,
        );
        unit.set(ref, { ...waiting, signUps });
        const given = await seal(ref, code.replaceAll(/\s/g, ''));
        const right = tried.filter((signUp) => sameSecret(given, signUp.seal)).at(0);
        if (!right?.person) return { ok: false, error: { code: 'invalid-action-code' } };
        return { ok: true, ref, signUp: right, person: right.person };
      }),
  };
}

/** Whether the sign-up is still pending with the code that was tried. */
export function stillWaits(record: WaitingSignUpsRecord | undefined, { seal }: WaitingSignUp): boolean {
  return record?.signUps.some((signUp) => signUp.seal === seal) ?? false;
}

/** The person of the most recent pending sign-up. */
export function latestWaiting(record: WaitingSignUpsRecord | undefined, now: number): WaitingPerson | undefined {
  return record?.signUps.findLast(({ person, expiresAt }) => person && expiresAt > now)?.person;
}

function waitingIn(unit: UnitOfWork, ref: SignUpsRef, now: number): WaitingSignUp[] {
  const held = unit.get(ref)?.signUps ?? [];
  return held
    .filter(({ expiresAt }) => expiresAt > now)
    .map((signUp) => ({ ...signUp, expiresAt: endWithin(signUp.expiresAt, now, WAITING_MS) }));
}

function ofTicket(signUps: WaitingSignUp[], ticket: string | undefined): WaitingSignUp | undefined {
  return ticket === undefined ? undefined : signUps.find((signUp) => sameSecret(signUp.ticket ?? '', ticket));
}

function freshTries(at: number): Pick<WaitingSignUp, 'triesLeft' | 'codeExpiresAt'> {
  return { triesLeft: CODE_TRIES, codeExpiresAt: at + CODE_MS };
}

function isLive({ codeExpiresAt, triesLeft }: WaitingSignUp, now: number): boolean {
  return isAhead(codeExpiresAt, now, CODE_MS) && triesLeft > 0;
}

/** Beyond the maximum, drops sign-ups whose code has expired first, then the oldest. */
function keep(unit: UnitOfWork, ref: SignUpsRef, signUps: WaitingSignUp[], now: number): void {
  const surplus = signUps.filter((signUp) => !isLive(signUp, now)).slice(0, Math.max(0, signUps.length - MAX_WAITING));
  const kept = signUps.filter((signUp) => !surplus.includes(signUp)).slice(-MAX_WAITING);
  unit.set(ref, { signUps: kept, expiresAt: Math.max(...kept.map(({ expiresAt }) => expiresAt)) });
}
