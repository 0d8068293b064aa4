import { type Allowance, createAllowance } from './allowance.ts';
import type { Client, Identity, Outcome } from './identity.ts';
import { networkOf } from './network-of.ts';

const HOUR_MS = 3_600_000;

/**
 * Rate limits per network address (an IPv4 address or an IPv6 /64) and hour. Source: Meki's own: enough for a whole school or
 * office behind one address on its first morning, so that a few tries do not lock out everyone there, and far below what a
 * program could use to send mail, fill the database or hash passwords. `failedSignIns` is above the 200 concurrent tries that
 * the limit per account must handle alone.
 */
export const NETWORK_LIMITS = { signUps: 200, codes: 200, failedSignIns: 300 };

/**
 * Wraps an `Identity` with rate limits per network address; answers `too-many-requests`. Successful sign-ins and requests
 * refused before any work do not count.
 */
export function limitNetworks(
  identity: Identity,
  {
    now = () => performance.now(),
    limits = NETWORK_LIMITS,
  }: { now?: () => number; limits?: typeof NETWORK_LIMITS } = {},
): Identity {
  const allow = (count: number) => createAllowance({ count, windowMs: HOUR_MS, now });
  const signUps = allow(limits.signUps);
  const codes = allow(limits.codes);
  const failedSignIns = allow(limits.failedSignIns);

  return {
    ...identity,
    signUp: (person, client) => within(signUps, client, succeeded, () => identity.signUp(person, client)),
    resendCode: (email, client, ticket) =>
      within(codes, client, succeeded, () => identity.resendCode(email, client, ticket)),
    requestReset: (email, client) => within(codes, client, succeeded, () => identity.requestReset(email, client)),
    signIn: (credentials, client) =>
      within(
        failedSignIns,
        client,
        (outcome) => !succeeded(outcome),
        () => identity.signIn(credentials, client),
      ),
  };
}

/** Takes from the allowance before the work, so that concurrent tries count too, and returns what should not count. */
async function within<T extends object>(
  allowance: Allowance,
  { address }: Client,
  counts: (outcome: Outcome) => boolean,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!address) return work();
  const key = networkOf(address, { v4: 32, v6: 64 }) ?? address.slice(0, 100);
  const retryAfterSeconds = allowance.take(key);
  if (retryAfterSeconds > 0) {
    return { ok: false, error: { code: 'too-many-requests', retryAfterSeconds, network: true } };
  }
  const outcome = await work();
  if (!counts(outcome)) allowance.giveBack(key);
  return outcome;
}

function succeeded({ ok }: Outcome): boolean {
  return ok;
}
