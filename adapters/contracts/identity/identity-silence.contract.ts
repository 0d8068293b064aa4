import { describe, expect, test } from 'vitest';
import type { Outcome } from '#core/accounts/identity.ts';
import { type CreateHarness, firefox, type IdentityHarness, join, MINUTE, person } from './identity-harness.ts';

const NEW_PASSWORD = 'otra-lámpara-18';

type Action = (harness: IdentityHarness, email: string) => Promise<Outcome>;

/** Operations that anyone may try with any email. */
const actions: [string, Action][] = [
  ['sign-up', ({ identity }, email) => identity.signUp({ ...person('Zoe'), email }, firefox)],
  ['a resent code', ({ identity }, email) => identity.resendCode(email, firefox)],
  ['a confirmation', ({ identity }, email) => identity.confirm({ email, code: '0' }, firefox)],
  ['sign-in', ({ identity }, email) => identity.signIn({ email, password: 'no-es-la-buena', remember: true }, firefox)],
  ['a reset request', ({ identity }, email) => identity.requestReset(email, firefox)],
  ['a reset', ({ identity }, email) => identity.resetPassword({ email, code: '0', password: NEW_PASSWORD }, firefox)],
];

/** The observable part of an outcome: without the random ticket. */
function shown(outcome: Outcome): unknown {
  return outcome.ok ? Object.keys(outcome) : outcome;
}

/** No outcome reveals whether an email has an account. */
export function describeSilence(createHarness: CreateHarness): void {
  describe('whether an email has an account', () => {
    test.each(actions)('does not show in %s, in its answers or in its work', async (_, action) => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      await join(harness, 'Berta');
      await harness.identity.signUp(person('Carla'), firefox);
      harness.advance(20 * MINUTE);
      const seen = [];
      for (const email of ['berta@meki.test', 'nobody@meki.test']) {
        const answers = [];
        for (let count = 0; count < 7; count++) {
          const before = harness.passwordWork?.() ?? 0;
          const outcome = await action(harness, email);
          answers.push([shown(outcome), (harness.passwordWork?.() ?? 0) - before]);
        }
        seen.push(answers);
      }
      expect(seen[0]).toEqual(seen[1]);
    });

    test('does not show in the codes that follow a request', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      const seen = [];
      for (const email of ['ana@meki.test', 'nobody@meki.test']) {
        const answers = [];
        for (const [request, use] of [
          [actions[0], actions[2]],
          [actions[4], actions[5]],
        ]) {
          answers.push(shown((await request?.[1](harness, email)) as Outcome));
          for (let count = 0; count < 6; count++) answers.push(shown((await use?.[1](harness, email)) as Outcome));
          harness.advance(30 * MINUTE);
          answers.push(shown((await use?.[1](harness, email)) as Outcome));
        }
        seen.push(answers);
      }
      expect(seen[0]).toEqual(seen[1]);
    });

    test('does not show where sign-up is by invitation, and neither does an invitation', async () => {
      const harness = await createHarness({ signUpMode: 'invite' });
      const { user } = await join(harness, 'Ana');
      await harness.identity.invite({ email: 'berta@meki.test', role: 'editor', language: 'es' }, user.id);
      const seen = [];
      for (const email of [user.email, 'berta@meki.test', 'nobody@meki.test']) {
        const before = harness.passwordWork?.() ?? 0;
        const outcome = await harness.identity.signUp({ ...person('Zoe'), email }, firefox);
        seen.push([shown(outcome), (harness.passwordWork?.() ?? 0) - before]);
      }
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[2]).toEqual(seen[0]);
    });

    test('does not show in the work of a sign-in, and neither does a sign-up that waits', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      for (const name of ['Impostora', 'Carla']) {
        await harness.identity.signUp({ ...person('Carla'), name }, firefox);
      }
      const seen = [];
      for (const email of ['ana@meki.test', 'carla@meki.test', 'nobody@meki.test']) {
        const before = harness.passwordWork?.() ?? 0;
        const credentials = { email, password: 'no-es-la-buena', remember: true };
        const outcome = await harness.identity.signIn(credentials, firefox);
        seen.push([shown(outcome), (harness.passwordWork?.() ?? 0) - before]);
      }
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[2]).toEqual(seen[0]);
    });

    test('is told by mail to whoever reads it: an account that is there already is named', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      await harness.identity.signUp({ ...person('Ana'), name: 'Impostora' }, firefox);
      expect((await harness.mails()).at(-1)).toEqual({
        kind: 'existing-account',
        to: user.email,
        locale: 'es',
        data: { name: 'Ana' },
      });
      expect((await harness.identity.lookup(user.id))?.name).toBe('Ana');
    });
  });
}
