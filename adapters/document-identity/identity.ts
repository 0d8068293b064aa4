import type { RecordAccountEvent } from '#core/accounts/account-event.ts';
import { createAttempts } from '#core/accounts/attempts.ts';
import { createCodes } from '#core/accounts/codes.ts';
import { createCommonPasswords } from '#core/accounts/common-passwords.ts';
import type { AccountMail, Identity, Outcome, SendAccountMail, SignUpMode } from '#core/accounts/identity.ts';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { type Passwords, PasswordsBusy, PasswordsUnavailable } from '#core/accounts/passwords.ts';
import { createWaitingSignUps, WAITING_MS } from '#core/accounts/waiting-sign-ups.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { MisfitDocument, StoreUnavailable } from '#core/documents/errors.ts';
import type { Locale } from '#core/locales/locale.ts';
import { type AccountServices, failed, tooMany } from './account-services.ts';
import { createChangeEmail, createOwnAccount } from './own-account.ts';
import { createPasswordHasher } from './password-hasher.ts';
import { createInvitations, createLookup, createPeople } from './people.ts';
import { pruneAccounts } from './prune-accounts.ts';
import { createSessions } from './sessions.ts';
import { settlePasswords } from './settle-password.ts';
import { createResetPassword, createSignIn } from './sign-in.ts';
import { createSignUp } from './sign-up.ts';

const DAY = 24 * 3_600_000;

export interface DocumentIdentityOptions {
  /** Has the collections of `core/accounts/account-collections.ts`. */
  store: DocumentStore;
  /** HMAC key of codes; at least 32 characters. */
  secret: string;
  /** The origins whose pages may use accounts, the site's own first. */
  origins: [string, ...string[]];
  languages: Locale[];
  /** Who may sign up at the moment. */
  readSignUpMode: () => Promise<SignUpMode>;
  send: SendAccountMail;
  record: RecordAccountEvent;
  /** Receives the error of a mail that could not be queued, and those of a provider of passwords. */
  onError: (error: unknown) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Delay in milliseconds before a mail is queued, so that response times do not reveal whether there is one. */
  mailDelay?: () => number;
  /** Where passwords are kept; hashes in documents, unless given. */
  passwords?: Passwords;
}

/** Accounts in the document store, with their passwords in it or at a provider. */
export function createDocumentIdentity(options: DocumentIdentityOptions): Identity {
  const { store, secret, origins, now = Date.now, passwords = createPasswordHasher() } = options;
  const postbox = createPostbox(options.send, options.onError, options.mailDelay ?? (() => 50 + Math.random() * 200));
  const services: AccountServices = {
    store,
    now,
    passwords,
    owners: new Map(),
    onError: options.onError,
    origins,
    languages: options.languages,
    readSignUpMode: options.readSignUpMode,
    record: options.record,
    post: postbox.post,
    attempts: createAttempts(store, now),
    codes: createCodes(store, secret, now),
    waiting: createWaitingSignUps(store, secret, now),
    isCommonPassword: createCommonPasswords(),
  };
  let settledAt = Number.NEGATIVE_INFINITY;
  return answerUnavailable(
    {
      ...createSignUp(services),
      ...createSignIn(services),
      ...createSessions(services),
      ...createResetPassword(services),
      ...createOwnAccount(services),
      ...createChangeEmail(services),
      ...createLookup(services),
      ...createPeople(services),
      ...createInvitations(services),
      async authorizedDomains() {
        const domains = (await passwords.provider?.authorizedDomains()) ?? [];
        return [...new Set([...origins, ...domains.map((domain) => `https://${domain}`)])];
      },
      async prune() {
        const count = await pruneAccounts(store, now());
        if (Math.abs(now() - settledAt) < DAY) return count;
        const deleted = await settlePasswords(services, now() - WAITING_MS - DAY);
        settledAt = now();
        return count + deleted;
      },
      close: () => postbox.empty(),
    },
    options.onError,
  );
}

/** Retry-after in seconds when the queue for password hashing is full. */
const BUSY_SECONDS = 5;

/** Methods without an outcome, or whose outcome could be misunderstood: they throw if the store or the passwords are unreachable. */
const THROWING: ReadonlySet<keyof Identity> = new Set<keyof Identity>([
  'session',
  'lookup',
  'lookupEmail',
  'list',
  'authorizedDomains',
  'listInvitations',
  'prune',
  'close',
]);

/** Wraps an `Identity`: converts unreachable services and overload to errors of the port. */
function answerUnavailable(identity: Identity, onError: (error: unknown) => void): Identity {
  const entries = Object.entries(identity).map(([name, operation]) => [
    name,
    async (...given: unknown[]): Promise<unknown> => {
      try {
        return await (operation as (...given: unknown[]) => Promise<unknown>)(...given);
      } catch (error) {
        // Of the provider only: an unreachable store reports itself.
        if (error instanceof PasswordsUnavailable) onError(error);
        // Who has it signs in again: nothing else mends it.
        if (name === 'session' && error instanceof MisfitDocument) {
          onError(error);
          return failed('user-token-expired');
        }
        return answer(name as keyof Identity, error);
      }
    },
  ]);
  return Object.fromEntries(entries) as Identity;
}

function answer(name: keyof Identity, error: unknown): Outcome {
  if (error instanceof PasswordsBusy) return tooMany(BUSY_SECONDS);
  if (!(error instanceof StoreUnavailable || error instanceof PasswordsUnavailable)) throw error;
  if (THROWING.has(name)) throw new IdentityUnavailable('The accounts cannot be reached', { cause: error });
  return error instanceof PasswordsUnavailable ? { ok: false, error: error.error } : failed('network-request-failed');
}

/** Mails waiting to be queued. */
interface Postbox {
  post(mail: AccountMail): void;
  /** Sends all waiting mails now, and resolves when done. */
  empty(): Promise<void>;
}

/** Sends mails with a delay, so that response times do not reveal whether there is one. */
export function createPostbox(send: SendAccountMail, onError: (error: unknown) => void, delay: () => number): Postbox {
  const waiting = new Map<NodeJS.Timeout, AccountMail>();
  const sending = new Set<Promise<void>>();

  function handOn(mail: AccountMail): void {
    const sent = send(mail)
      .catch(onError)
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }

  return {
    post(mail) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        handOn(mail);
      }, delay());
      waiting.set(timer, mail);
    },
    async empty() {
      for (const [timer, mail] of waiting) {
        clearTimeout(timer);
        handOn(mail);
      }
      waiting.clear();
      await Promise.all(sending);
    },
  };
}
