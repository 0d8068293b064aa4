import { describe } from 'vitest';
import { describeClock } from './identity-clock.contract.ts';
import { describeCodes } from './identity-codes.contract.ts';
import { describeChangingEmail } from './identity-email.contract.ts';
import type { CreateHarness } from './identity-harness.ts';
import { describeOwnAccount } from './identity-own-account.contract.ts';
import { describePeople } from './identity-people.contract.ts';
import { describeResetting } from './identity-reset.contract.ts';
import { describeSessions } from './identity-sessions.contract.ts';
import { describeSignIn } from './identity-sign-in.contract.ts';
import { describeSignUp } from './identity-sign-up.contract.ts';
import { describeSilence } from './identity-silence.contract.ts';

/** The contract of the `Identity` port, run against every adapter. */
export function describeIdentity(name: string, createHarness: CreateHarness): void {
  describe(`Identity: ${name}`, () => {
    describeSignUp(createHarness);
    describeCodes(createHarness);
    describeSignIn(createHarness);
    describeSessions(createHarness);
    describeResetting(createHarness);
    describeOwnAccount(createHarness);
    describeChangingEmail(createHarness);
    describePeople(createHarness);
    describeSilence(createHarness);
    describeClock(createHarness);
  });
}
