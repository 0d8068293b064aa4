import {
  accountEmails,
  accountOwners,
  credentials,
  type SessionRecord,
  type UserRecord,
  users,
  type WaitingPerson,
  waitingSignUps,
} from '#core/accounts/account-collections.ts';
import { ACCOUNT_RETRY } from '#core/accounts/attempts.ts';
import { digestOf } from '#core/accounts/secret-values.ts';
import type { Session } from '#core/accounts/session.ts';
import type { User, UserAccess } from '#core/accounts/user.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { retryOnConflict } from '#core/documents/retry-on-conflict.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';

/** A user with the digest of the email. */
export interface FoundUser {
  userId: string;
  record: UserRecord;
}

/** Finds the account with an email. Does the same reads for an unknown email (no timing difference). */
export async function findByEmail(store: DocumentStore, email: string): Promise<FoundUser | undefined> {
  const claim = await getDocument(store, accountEmails.at(await digestOf(email)));
  return findUser(store, claim?.data.userId ?? 'nobody');
}

export async function findUser(store: DocumentStore, userId: string): Promise<FoundUser | undefined> {
  const document = await getDocument(store, users.at(userId));
  return document && { userId, record: document.data };
}

export function toUser(userId: string, record: UserRecord): User {
  const { email, name, language, role, languages, disabled, createdAt, lastSignInAt } = record;
  const user = {
    id: userId,
    email,
    name,
    language,
    role,
    languages,
    disabled,
    confirmed: record.emailVerified,
    createdAt,
  };
  return lastSignInAt === undefined ? user : { ...user, lastSignInAt };
}

export function toSession(id: string, record: SessionRecord): Session {
  const { sessionEpoch: _, updatedAt, place, ...session } = record;
  return { ...session, ...(place === undefined ? {} : { place }), id, lastUsedAt: updatedAt };
}

/**
 * Runs read, decide, commit as a unit of work, and retries on conflict. Returns the result of `work`; its changes are committed
 * only if it is not `undefined`.
 * @throws {PreconditionFailed} if all attempts conflicted
 */
export async function commitTogether<T>(
  store: DocumentStore,
  work: (unit: UnitOfWork) => Promise<T | undefined>,
): Promise<T | undefined> {
  return retryOnConflict(async () => {
    const unit = new UnitOfWork(store);
    const result = await work(unit);
    if (result !== undefined) await unit.commit();
    return result;
  }, ACCOUNT_RETRY);
}

/** Reads a user's document into the unit. */
export async function readUser(unit: UnitOfWork, userId: string): Promise<UserRecord | undefined> {
  await unit.read([users.at(userId)]);
  return unit.get(users.at(userId));
}

/** Replaces a user's password and ends all sessions of the user. @returns the user, and the former holder of the password */
export async function stagePassword(
  unit: UnitOfWork,
  userId: string,
  holder: string,
  now: number,
): Promise<{ user: UserRecord; former: string }> {
  const user = await readUser(unit, userId);
  const credential = credentials.at(userId);
  await unit.read([credential]);
  const held = unit.get(credential);
  if (!user || !held) throw new Error(`The account ${userId} has no password to replace`);
  unit.set(credential, { ...held, password: holder, updatedAt: now });
  const next = { ...user, sessionEpoch: user.sessionEpoch + 1, updatedAt: now };
  unit.set(users.at(userId), next);
  return { user: next, former: held.password };
}

/**
 * Creates the account of a person whose email is confirmed, and deletes the pending sign-ups with that email.
 * @returns its id; `undefined` if another account has the email
 */
export async function stageAccount(
  unit: UnitOfWork,
  { email, name, language, password }: WaitingPerson,
  access: UserAccess,
  now: number,
): Promise<FoundUser | undefined> {
  const userId = crypto.randomUUID();
  const key = await digestOf(email);
  const claim = accountEmails.at(key);
  const refs = [users.at(userId), credentials.at(userId), waitingSignUps.at(key)];
  await unit.read([claim, ...refs, accountOwners.at()]);
  if (unit.get(claim)) return undefined;
  const times = { createdAt: now, updatedAt: now };
  const record: UserRecord = { name, email, emailVerified: true, language, ...access, sessionEpoch: 0, ...times };
  unit.set(claim, { userId });
  unit.set(users.at(userId), record);
  unit.set(credentials.at(userId), {
    userId,
    providerId: 'credential',
    accountId: userId,
    password,
    ...times,
  });
  unit.remove(waitingSignUps.at(key));
  await updateOwners(unit, userId, record);
  return { userId, record };
}

/** Deletes an account and thereby ends its sessions. @returns the holder of its password, for `releasePassword` */
export async function stageRemoval(unit: UnitOfWork, userId: string, record: UserRecord): Promise<string> {
  const refs = [users.at(userId), credentials.at(userId), accountEmails.at(await digestOf(record.email))];
  await unit.read(refs);
  const holder = unit.get(credentials.at(userId))?.password ?? '';
  for (const ref of refs) unit.remove(ref);
  return holder;
}

/**
 * Updates the list of owners to match the user's new record.
 * @returns whether there is an owner afterwards; also true if there was none before.
 */
export async function updateOwners(unit: UnitOfWork, userId: string, next: UserRecord | undefined): Promise<boolean> {
  await unit.read([accountOwners.at()]);
  const before = unit.get(accountOwners.at())?.userIds ?? [];
  const isOwner = next !== undefined && next.role === 'owner' && next.emailVerified && !next.disabled;
  if (isOwner === before.includes(userId)) return true;
  const userIds = isOwner ? [...before, userId] : before.filter((id) => id !== userId);
  if (userIds.length === 0) return false;
  unit.set(accountOwners.at(), { userIds });
  return true;
}
