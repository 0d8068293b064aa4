import { type Allowance, createAllowance } from './allowance.ts';
import type { Client, Identity, Outcome } from './identity.ts';
import { networkOf } from './network-of.ts';

const HOUR_MS = 3_600_000;

/**
 * How much one network address may ask for within an hour, an IPv4 address or the /64 of IPv6 that a household has. Source:
 * Meki's own: what a whole school or office behind one address needs on its first morning, so that nobody locks out their
 * neighbours by a handful of tries, and far less than a program could send mail, fill the database or hash passwords.
 * `failedSignIns` is above the 200 tries at once that the rule of each account is to judge by itself.
 */
export const NETWORK_LIMITS = { signUps: 200, codes: 200, failedSignIns: 300 };

/**
 * The same accounts, which answer `too-many-requests` once a network address asked for too much. What does no harm is not
 * counted: a sign-in that succeeds, and what is refused before anything was done.
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

/** Takes from the allowance before the work, so that tries at once count too, and gives back what does not count. */
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
