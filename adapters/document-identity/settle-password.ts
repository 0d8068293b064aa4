import { credentials, users } from '#core/accounts/account-collections.ts';
import type { PasswordProvider } from '#core/accounts/passwords.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { everyDocument } from '#core/documents/every-document.ts';
import { retryOnConflict } from '#core/documents/retry-on-conflict.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import type { AccountServices } from './account-services.ts';

type SettlingServices = Pick<AccountServices, 'store' | 'passwords' | 'onError'>;

/**
 * Tells the provider of passwords what was committed about an account. The commit is valid already: a failure is reported, and
 * `settlePasswords` repeats what is left.
 * @param former the holder that the commit replaced
 */
export async function settlePassword(
  { store, passwords, onError }: SettlingServices,
  userId: string,
  former?: string,
): Promise<void> {
  const { provider } = passwords;
  if (!provider) return;
  try {
    await settleAccount(store, provider, userId, former);
  } catch (error) {
    onError(error);
  }
}

/** Deletes the password of an account that was deleted. */
export async function releasePassword({ passwords, onError }: SettlingServices, holder: string): Promise<void> {
  try {
    await passwords.provider?.release(holder);
  } catch (error) {
    onError(error);
  }
}

/**
 * Settles what earlier failures left, and deletes passwords that no account has.
 * @param before when the oldest pending sign-up may have begun; its password must stay @returns the number deleted
 */
export async function settlePasswords(
  { store, passwords, onError }: SettlingServices,
  before: number,
): Promise<number> {
  const { provider } = passwords;
  if (!provider) return 0;
  const holders: string[] = [];
  for await (const { data } of everyDocument(store, credentials)) {
    holders.push(data.password);
    await settlePassword({ store, passwords, onError }, data.userId);
  }
  return provider.prune(holders, before);
}

async function settleAccount(
  store: DocumentStore,
  provider: PasswordProvider,
  userId: string,
  former: string | undefined,
): Promise<void> {
  const ref = credentials.at(userId);
  let isChanged = former !== undefined;
  await retryOnConflict(async () => {
    const [credential, user] = await getDocuments(store, [ref, users.at(userId)]);
    if (!credential || !user) return;
    const { password: holder } = credential.data;
    const { email } = user.data;
    if (!isChanged && provider.isSettled(holder, email)) return;
    // If the password or the email changes meanwhile, the provider may be told in the wrong order: the last one is told again.
    isChanged = true;
    const password = await provider.settle(holder, email, former);
    const precondition = { version: credential.version };
    await store.commit([
      { kind: 'update', path: ref.path, fields: { password }, precondition },
      { kind: 'verify', path: users.at(userId).path, precondition: { version: user.version } },
    ]);
  });
}
