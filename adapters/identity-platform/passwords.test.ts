import { afterEach, describe, expect, test, vi } from 'vitest';
import { whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { useIdentityPlatform } from '../../test/helpers/cloud/start-identity-platform.ts';
import { describeIdentity } from '../contracts/identity/identity.contract.ts';
import {
  codeFor,
  DAY,
  errorOf,
  firefox,
  given,
  type IdentityHarness,
  isIn,
  join,
  PASSWORD,
  person,
  SITE_ORIGIN,
  signIn,
} from '../contracts/identity/identity-harness.ts';
import { createPasswordHasher } from '../document-identity/password-hasher.ts';

const missing = whyNoFireemu();
const NEW_PASSWORD = 'otra-lámpara-18';
const right = { email: 'ana@meki.test', password: PASSWORD, remember: true };

// One skipped test in place of all, whose title says why.
if (missing) test.skip(`with Identity Platform (${missing})`, () => {});
else
  describe('with Identity Platform', () => {
    const platform = useIdentityPlatform();
    afterEach(() => vi.restoreAllMocks());

    describeIdentity('passwords at a provider', (options) => platform.createHarness(options));

    /** Lets requests to the provider whose address has `part` fail, or lose their answers. */
    function breakRequests(part: string, { isDone = false, times = Number.POSITIVE_INFINITY } = {}): void {
      const { fetch } = globalThis;
      let left = times;
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
        if (!String(input).includes(part) || left-- <= 0) return fetch(input, init);
        if (isDone) await fetch(input, init);
        throw new TypeError('fetch failed');
      });
    }

    async function resetPassword(harness: IdentityHarness, email: string): Promise<void> {
      given(await harness.identity.requestReset(email, firefox));
      const code = await codeFor(harness, email, 'reset-code');
      given(await harness.identity.resetPassword({ email, code, password: NEW_PASSWORD }, firefox));
    }

    test('an email is with the provider once it is confirmed, and by no request that a visitor could make', async () => {
      const harness = await platform.createHarness();
      const requests = vi.spyOn(globalThis, 'fetch');
      const { ticket } = given(await harness.identity.signUp(person('Ana'), firefox));
      expect(await platform.accounts()).toEqual([]);
      const code = await codeFor(harness, 'ana@meki.test', 'confirm-code');
      given(await harness.identity.confirm({ email: 'ana@meki.test', code, ticket }, firefox));
      expect(await platform.accounts()).toMatchObject([{ email: 'ana@meki.test', emailVerified: true }]);
      given(await harness.identity.signIn(right, firefox));
      for (const [address, init] of requests.mock.calls) {
        const isOwners = new Headers(init?.headers).get('authorization') !== null;
        expect(isOwners || String(address).includes('/accounts:signInWithPassword?')).toBe(true);
        expect(String(address)).not.toContain('accounts:signUp');
      }
    });

    test('the provider has one account per person, after new passwords and emails too, and none of who is gone', async () => {
      const harness = await platform.createHarness();
      await join(harness, 'Ana');
      const { token, user } = await join(harness, 'Berta');
      given(await harness.identity.updatePassword(token, 'tercera-lámpara-19', firefox));
      await resetPassword(harness, user.email);
      const again = await signIn(harness, user, NEW_PASSWORD);
      given(await harness.identity.requestEmailChange(again.token, 'nueva@meki.test', firefox));
      const code = await codeFor(harness, 'nueva@meki.test', 'email-change-code');
      given(await harness.identity.confirmEmail(again.token, code, firefox));
      const emails = async () => (await platform.accounts()).map(({ email }) => email).sort();
      expect(await emails()).toEqual(['ana@meki.test', 'nueva@meki.test']);
      given(await harness.identity.removeUser(user.id));
      expect(await emails()).toEqual(['ana@meki.test']);
    });

    test('an account is complete although the provider fails after its commit, and the sweep tells it', async () => {
      const errors: unknown[] = [];
      const harness = await platform.createHarness({}, (error) => errors.push(error));
      breakRequests('accounts:update');
      const { user } = await join(harness, 'Ana');
      expect(errors).toHaveLength(1);
      expect(await platform.accounts()).toEqual([]);
      await signIn(harness, user);
      vi.restoreAllMocks();
      await harness.identity.prune();
      expect(await platform.accounts()).toMatchObject([{ email: 'ana@meki.test' }]);
      await signIn(harness, user);
    });

    test.each(['demo-meki/accounts', 'accounts:update', 'accounts:signInWithPassword', 'accounts:delete'])(
      'an answer to %s that was lost is asked for again, and nothing is done twice',
      async (part) => {
        const harness = await platform.createHarness();
        breakRequests(part, { isDone: true, times: 1 });
        const { user } = await join(harness, 'Ana');
        await signIn(harness, user);
        const { token } = await join(harness, 'Berta');
        given(await harness.identity.deleteAccount(token, firefox));
        expect(await platform.everyAccount()).toMatchObject([{ email: 'ana@meki.test' }]);
      },
    );

    test('somebody else with the same email at the provider keeps nobody out, and is left alone', async () => {
      const errors: unknown[] = [];
      const harness = await platform.createHarness({}, (error) => errors.push(error));
      await platform.administrate('accounts', { email: 'ana@meki.test', password: 'de-otra-persona-3' });
      const { user } = await join(harness, 'Ana');
      expect(String(errors[0])).toContain('EMAIL_EXISTS');
      await signIn(harness, user);
      const theirs = { ...right, password: 'de-otra-persona-3' };
      expect(errorOf(await harness.identity.signIn(theirs, firefox)).code).toBe('invalid-credential');
      expect(await platform.accounts()).toHaveLength(1);
    });

    test('who is disabled at the provider cannot sign in, and reads what everybody reads', async () => {
      const harness = await platform.createHarness();
      await join(harness, 'Ana');
      const [account] = await platform.accounts();
      await platform.administrate('accounts:update', { localId: account?.localId, disableUser: true });
      expect(errorOf(await harness.identity.signIn(right, firefox)).code).toBe('invalid-credential');
    });

    test('a provider that cannot be reached is told alike to everybody, and ends no session', async () => {
      const errors: unknown[] = [];
      const harness = await platform.createHarness({}, (error) => errors.push(error));
      const { token } = await join(harness, 'Ana');
      breakRequests('identitytoolkit');
      for (const email of ['ana@meki.test', 'nobody@meki.test']) {
        expect(errorOf(await harness.identity.signIn({ ...right, email }, firefox)).code).toBe(
          'network-request-failed',
        );
        const someone = { ...person('Zoe'), email };
        expect(errorOf(await harness.identity.signUp(someone, firefox)).code).toBe('network-request-failed');
      }
      expect(errors.map(String)).toEqual(Array(4).fill('ProviderFailure: Identity Platform cannot be reached'));
      expect(await isIn(harness, token)).toBe(true);
    });

    test('the sweep deletes what no account has, after the sign-ups that may still be confirmed, and only ours', async () => {
      const harness = await platform.createHarness();
      await join(harness, 'Ana');
      given(await harness.identity.signUp(person('Berta'), firefox));
      await platform.administrate('accounts', { email: 'console@meki.test', password: 'hecha-en-consola-4' });
      harness.advance(Date.now() - Date.UTC(2026, 0, 15) + 7 * DAY);
      await harness.identity.prune();
      expect(await platform.everyAccount()).toHaveLength(3);
      harness.advance(DAY + 60_000);
      await harness.identity.prune();
      expect((await platform.everyAccount()).map(({ email }) => email).sort()).toEqual([
        'ana@meki.test',
        'console@meki.test',
      ]);
    });

    test('hashes become accounts of the same passwords, and the same ones when they are given again', async () => {
      const passwords = await platform.createPasswords();
      const requests = vi.spyOn(globalThis, 'fetch');
      const hashes = await Promise.all(['uno', 'dos'].map((word) => createPasswordHasher().hold(word)));
      const costly = hashes[0]?.replace('m=7168', 'm=65536') ?? '';
      const given = [hashes[0] ?? '', costly, 'no hash', hashes[1] ?? ''];
      const holders = await passwords.provider.takeHashes(given);
      expect(holders.map((holder) => holder?.startsWith('identity-platform:meki-'))).toEqual([
        true,
        undefined,
        undefined,
        true,
      ]);
      expect(await passwords.provider.takeHashes(given)).toEqual(holders);
      // Those of the site's own accounts, which come back from a backup, are kept; those of another site are not.
      const own = [holders[0] ?? '', 'identity-platform:meki-0123456789-x:x@waiting.meki.invalid'];
      expect(await passwords.provider.takeHashes(own)).toEqual([holders[0], undefined]);
      expect(await platform.everyAccount()).toHaveLength(2);

      const sent = JSON.parse(String(requests.mock.calls[0]?.[1]?.body));
      const [, salt, tag] = /\$([^$]+)\$([^$]+)$/.exec(hashes[0] ?? '') ?? [];
      expect(sent).toMatchObject({
        hashAlgorithm: 'ARGON2',
        argon2Parameters: {
          hashType: 'ARGON2_ID',
          version: 'VERSION_13',
          hashLengthBytes: 32,
          memoryCostKib: 7168,
          iterations: 5,
        },
        users: [{ salt: `${salt}==`, passwordHash: `${tag}=` }, {}],
      });
      const settled = await passwords.provider.settle(holders[0] ?? '', 'ana@meki.test', undefined);
      expect(passwords.provider.isSettled(settled, 'ana@meki.test')).toBe(true);
      expect(await platform.accounts()).toMatchObject([{ email: 'ana@meki.test', emailVerified: true }]);
    });

    test('a holder that no password opens belongs to no account, and the provider is asked all the same', async () => {
      const passwords = await platform.createPasswords();
      const holder = passwords.unusable('an account');
      expect([holder.length >= 20, passwords.unusable('an account')]).toEqual([true, holder]);
      expect(await passwords.verify(holder, PASSWORD, 'ana@meki.test')).toBe(false);
      expect(passwords.count).toBe(1);
      expect(await passwords.provider.settle(holder, 'ana@meki.test', undefined)).toBe(holder);
      expect(passwords.provider.isSettled(holder, 'ana@meki.test')).toBe(true);
      await passwords.provider.release(holder);
    });

    test('the domains that the provider authorizes follow the own origin', async () => {
      const { identity } = await platform.createHarness();
      expect(await identity.authorizedDomains()).toEqual([SITE_ORIGIN, 'https://localhost']);
    });
  });
