import { expect, onTestFinished, test } from 'vitest';
import { accountCollections } from '#core/accounts/account-collections.ts';
import type { AccountMail } from '#core/accounts/identity.ts';
import { createDocumentIdentity } from '../../../adapters/document-identity/identity.ts';
import { createPasswordHasher } from '../../../adapters/document-identity/password-hasher.ts';
import { createMemoryDocumentStore } from '../../../adapters/memory/document-store.ts';
import { attemptIntent, type OwnAccount } from './account-action.ts';
import type { AccountIntent } from './account-intents.ts';

const PASSWORD = 'lámpara-azul-17';
const ANOTHER = 'río-verde-en-calma';
const client = {};
const problems = {
  name: 'name?',
  longName: 'longName?',
  email: 'email?',
  password: 'password?',
  longPassword: 'longPassword?',
  newPassword: 'newPassword?',
  code: 'code?',
  language: 'language?',
  confirmed: 'confirmed?',
};

/** An owner and an editor, who is signed in twice; `wait` advances the clock by minutes. */
async function createTeam() {
  let time = Date.UTC(2026, 0, 15);
  const mails: AccountMail[] = [];
  const store = createMemoryDocumentStore({ collections: accountCollections });
  const identity = createDocumentIdentity({
    store,
    secret: 'a secret of the tests, long enough for all',
    origins: ['https://meki.test'],
    languages: ['es', 'en'],
    readSignUpMode: async () => 'open',
    passwords: createPasswordHasher({ memory: 64, passes: 1 }),
    now: () => time,
    mailDelay: () => 0,
    send: async (mail) => void mails.push(mail),
    record: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(() => identity.close());
  const person = { password: PASSWORD, language: 'es' };
  await identity.createUser({ ...person, name: 'Ana', email: 'ana@meki.test', role: 'owner' });
  await identity.createUser({ ...person, name: 'Eva', email: 'eva@meki.test', role: 'editor' });
  const signIn = async (email: string): Promise<OwnAccount> => {
    const signedIn = await identity.signIn({ email, password: PASSWORD, remember: true }, client);
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    return { identity, client, token: signedIn.token, session: signedIn.session };
  };
  return {
    identity,
    owner: await signIn('ana@meki.test'),
    eva: await signIn('eva@meki.test'),
    elsewhere: await signIn('eva@meki.test'),
    wait: (minutes: number) => {
      time += minutes * 60_000;
    },
    codeTo: async (to: string) => {
      await identity.close();
      const mail = mails.findLast((sent) => sent.to === to);
      return mail && 'code' in mail.data ? mail.data.code : '';
    },
  };
}

const send = (intent: AccountIntent, fields: { [name: string]: string }, account: OwnAccount) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent, ...fields })) form.set(name, value);
  return attemptIntent(intent, { fields: form, isAltered: false }, { problems, locale: 'es' }, account);
};

const errorsOf = ({ submission }: Awaited<ReturnType<typeof send>>) => submission.reply().error;

test('a name and a language are kept; a language that the site lacks, and no name, are told beside their fields', async () => {
  const { eva, identity } = await createTeam();
  expect((await send('profile', { name: 'Eva Luz', language: 'en' }, eva)).outcome).toMatchObject({ ok: true });
  expect(await identity.lookup(eva.session.userId)).toMatchObject({ name: 'Eva Luz', language: 'en' });
  expect(errorsOf(await send('profile', { name: ' ', language: 'xx' }, eva))).toEqual({
    name: ['name?'],
    language: ['language?'],
  });
});

test('a password changes after a fresh sign-in, and ends the other sessions', async () => {
  const { eva, elsewhere, identity } = await createTeam();
  expect((await send('password', { password: ANOTHER }, eva)).outcome).toEqual({ ok: true });
  expect(await identity.session(eva.token, client)).toMatchObject({ ok: true });
  expect(await identity.session(elsewhere.token, client)).toMatchObject({ ok: false });
});

test('later it asks for the current password, which makes the sign-in fresh for what follows', async () => {
  const { eva, wait } = await createTeam();
  wait(6);
  const refused = (code: string) => ({ ok: false, error: { code } });
  expect((await send('password', { password: ANOTHER }, eva)).outcome).toEqual(refused('requires-recent-login'));
  const wrong = await send('password', { password: ANOTHER, currentPassword: 'otra cosa' }, eva);
  expect(wrong.outcome).toEqual(refused('wrong-password'));
  const before = eva.session.authenticatedAt;
  const weak = await send('password', { password: 'password123', currentPassword: PASSWORD }, eva);
  expect(weak.outcome).toMatchObject(refused('weak-password'));
  expect(eva.session.authenticatedAt).toBe(before + 6 * 60_000);
  expect((await send('password', { password: ANOTHER }, eva)).outcome).toEqual({ ok: true });
});

test('an email changes with the code that was sent to the new address', async () => {
  const { eva, identity, codeTo } = await createTeam();
  expect((await send('email', { email: 'luz@meki.test' }, eva)).outcome).toEqual({ ok: true });
  expect(errorsOf(await send('email-confirm', { code: '12' }, eva))).toEqual({ code: ['code?'] });
  const code = await codeTo('luz@meki.test');
  expect((await send('email-confirm', { code }, eva)).outcome).toMatchObject({ ok: true });
  expect(await identity.lookup(eva.session.userId)).toMatchObject({ email: 'luz@meki.test' });
});

test('one session ends, or all others do; one that is gone already is as it should be', async () => {
  const { eva, elsewhere, identity } = await createTeam();
  expect((await send('revoke', { session: elsewhere.session.id }, eva)).outcome).toEqual({ ok: true });
  expect(await identity.session(elsewhere.token, client)).toMatchObject({ ok: false });
  for (const session of [elsewhere.session.id, 'nonsense', '']) {
    expect((await send('revoke', { session }, eva)).outcome).toEqual({ ok: true });
  }
  expect((await send('revoke-others', {}, eva)).outcome).toEqual({ ok: true });
  expect(await identity.listSessions(eva.token)).toMatchObject({ sessions: [{ id: eva.session.id }] });
});

test('nobody ends the session of somebody else', async () => {
  const { owner, eva, identity } = await createTeam();
  await send('revoke', { session: owner.session.id }, eva);
  expect(await identity.session(owner.token, client)).toMatchObject({ ok: true });
});

test('an account is deleted with a yes and the password, also right after signing in', async () => {
  const { eva, identity } = await createTeam();
  expect(errorsOf(await send('delete', {}, eva))).toEqual({
    currentPassword: ['password?'],
    confirmed: ['confirmed?'],
  });
  const wrong = await send('delete', { confirmed: 'on', currentPassword: 'otra cosa' }, eva);
  expect(wrong.outcome).toMatchObject({ ok: false, error: { code: 'wrong-password' } });
  expect((await send('delete', { confirmed: 'on', currentPassword: PASSWORD }, eva)).outcome).toEqual({ ok: true });
  expect(await identity.lookup(eva.session.userId)).toBeUndefined();
});

test('the last owner stays', async () => {
  const { owner } = await createTeam();
  const refused = await send('delete', { confirmed: 'on', currentPassword: PASSWORD }, owner);
  expect(refused.outcome).toEqual({ ok: false, error: { code: 'last-owner' } });
});
