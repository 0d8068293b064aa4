import { expect, test } from 'vitest';
import { partial } from '../../test/helpers/partial.ts';
import type { Identity, Outcome } from './identity.ts';
import { limitNetworks, NETWORK_LIMITS } from './limit-networks.ts';

const ok = { ok: true } as const;
const wrong = { ok: false, error: { code: 'invalid-credential' } } as const;
const weak = { ok: false, error: { code: 'weak-password', reason: 'common' } } as const;
const person = { name: 'Ana', email: 'ana@example.org', password: 'x', language: 'es' };
const credentials = { email: 'ana@example.org', password: 'x', remember: false };

/** A stub that answers as given and counts its calls; limits of 2 per hour. */
function create(answer: () => Outcome = () => ok, limits = { signUps: 2, codes: 2, failedSignIns: 2 }) {
  const clock = { time: 0 };
  const asked: string[] = [];
  const operation = (name: string) => async () => {
    asked.push(name);
    return answer();
  };
  const names = ['signUp', 'resendCode', 'requestReset', 'signIn', 'confirm'] as const;
  const identity = partial<Identity>(Object.fromEntries(names.map((name) => [name, operation(name)])));
  return { clock, asked, limited: limitNetworks(identity, { now: () => clock.time, limits }) };
}

const from = (address: string) => ({ address });
const errorOf = (outcome: Outcome) => (outcome.ok ? undefined : outcome.error);
const refusal = { code: 'too-many-requests', retryAfterSeconds: 1800, network: true };

test('a network address is refused when it asked for too much, before anything is done, until time has passed', async () => {
  const { limited, asked, clock } = create();
  const signUp = () => limited.signUp(person, from('203.0.113.7'));
  expect([(await signUp()).ok, (await signUp()).ok]).toEqual([true, true]);
  expect(errorOf(await signUp())).toEqual(refusal);
  expect(asked).toHaveLength(2);
  clock.time += 1_800_000;
  expect((await signUp()).ok).toBe(true);
});

test('another address is not refused with it, but the same household of IPv6 is', async () => {
  const { limited } = create();
  for (let count = 0; count < 3; count++) await limited.signUp(person, from('2001:db8:1:2::1'));
  expect(errorOf(await limited.signUp(person, from('2001:db8:1:2:ffff::9')))).toEqual(refusal);
  expect((await limited.signUp(person, from('2001:db8:1:3::1'))).ok).toBe(true);
  expect((await limited.signUp(person, from('203.0.113.7'))).ok).toBe(true);
});

test('only sign-ins that fail count, those at once included', async () => {
  const good = create();
  for (let count = 0; count < 5; count++) expect((await good.limited.signIn(credentials, from('::1'))).ok).toBe(true);
  const bad = create(() => wrong);
  const tries = Array.from({ length: 5 }, () => bad.limited.signIn(credentials, from('::1')));
  const codes = (await Promise.all(tries)).map((outcome) => errorOf(outcome)?.code);
  expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(3);
  expect(bad.asked).toHaveLength(2);
});

test('a form that was refused does not count, and codes for sign-up and reset count together', async () => {
  const refused = create(() => weak);
  for (let count = 0; count < 5; count++) {
    expect(errorOf(await refused.limited.signUp(person, from('::1')))).toEqual(weak.error);
  }
  const { limited } = create();
  await limited.requestReset('ana@example.org', from('::1'));
  await limited.resendCode('ana@example.org', from('::1'));
  expect(errorOf(await limited.requestReset('eva@example.org', from('::1')))).toEqual(refusal);
});

test('codes that are given, and who has no address, are left to the rule of each account', async () => {
  const { limited, asked } = create(() => wrong);
  for (let count = 0; count < 5; count++) {
    await limited.confirm({ email: 'ana@example.org', code: '1' }, from('::1'));
    await limited.signIn(credentials, {});
  }
  expect(asked).toHaveLength(10);
});

test('200 tries at once on one account are all left to its own rule', async () => {
  const { limited, asked } = create(() => wrong, NETWORK_LIMITS);
  await Promise.all(Array.from({ length: 200 }, () => limited.signIn(credentials, from('127.0.0.1'))));
  expect(asked).toHaveLength(200);
});
