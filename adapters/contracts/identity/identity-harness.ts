import { expect } from 'vitest';
import type { AccountEvent } from '#core/accounts/account-event.ts';
import type { AccountMail, Client, Identity, Outcome, SignUpMode } from '#core/accounts/identity.ts';
import type { IdentityError } from '#core/accounts/identity-error.ts';
import type { SignedIn } from '#core/accounts/session.ts';
import type { User } from '#core/accounts/user.ts';

/** An empty adapter of the `Identity` port with test controls. */
export interface IdentityHarness {
  identity: Identity;
  /** Another instance on the same accounts. */
  other: Identity;
  /** Advances the clock, which is fixed otherwise. */
  advance(ms: number): void;
  /** All mails so far, oldest first. */
  mails(): Promise<AccountMail[]>;
  events(): AccountEvent[];
  /** Number of passwords hashed or compared; missing if the service does not report it. */
  passwordWork?(): number;
  /** Makes the backing service unreachable. */
  breakBacking(): void;
  /** All stored data as one text; missing if the service does not expose it. */
  stored?(): Promise<string>;
}

export interface HarnessOptions {
  signUpMode?: SignUpMode;
}

/** Creates a harness for one test, with the languages `es` and `en`. */
export type CreateHarness = (options?: HarnessOptions) => IdentityHarness | Promise<IdentityHarness>;

export const SITE_ORIGIN = 'https://meki.test';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const firefox: Client = {
  origin: SITE_ORIGIN,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '192.0.2.1',
};

export const PASSWORD = 'lámpara-azul-17';

/** The sign-up data of a person. */
export function person(name: string) {
  return { name, email: `${name.toLowerCase()}@meki.test`, password: PASSWORD, language: 'es' };
}

/** The result of an operation that must succeed. */
export function given<T extends object>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`failed with ${JSON.stringify(outcome.error)}`);
  return outcome;
}

/** The error of an operation that must fail. */
export function errorOf(outcome: Outcome): IdentityError {
  if (outcome.ok) throw new Error('succeeded');
  return outcome.error;
}

/** The code in the latest mail of a kind to an address. */
export async function codeFor(harness: IdentityHarness, to: string, kind: AccountMail['kind']): Promise<string> {
  const mail = (await harness.mails()).findLast((sent) => sent.to === to && sent.kind === kind);
  if (!mail || !('code' in mail.data)) throw new Error(`no ${kind} to ${to}`);
  expect(mail.data.code).toMatch(/^\d{6}$/);
  return mail.data.code;
}

/** A different code. */
export function otherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** Signs up and confirms a person in one browser. The first one becomes the owner. */
export async function join(harness: IdentityHarness, name: string): Promise<SignedIn> {
  const { ticket } = given(await harness.identity.signUp(person(name), firefox));
  const { email } = person(name);
  const code = await codeFor(harness, email, 'confirm-code');
  const { signedIn } = given(await harness.identity.confirm({ email, code, ticket }, firefox));
  if (!signedIn) throw new Error('was not signed in');
  return signedIn;
}

export async function signIn(harness: IdentityHarness, user: User, password = PASSWORD): Promise<SignedIn> {
  return given(await harness.identity.signIn({ email: user.email, password, remember: true }, firefox));
}

/** Whether a token is a valid session. */
export async function isIn(harness: IdentityHarness, token: string): Promise<boolean> {
  return (await harness.other.session(token, firefox)).ok;
}

/** Runs the same operation many times concurrently, alternating between two instances. */
export function atOnce<T>(
  harness: IdentityHarness,
  count: number,
  action: (identity: Identity) => Promise<T>,
): Promise<T[]> {
  const instances = [harness.identity, harness.other];
  return Promise.all(Array.from({ length: count }, (_, index) => action(instances[index % 2] as Identity)));
}
