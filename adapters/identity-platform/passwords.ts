import { createHash, randomUUID } from 'node:crypto';
import type { PasswordProvider, Passwords } from '#core/accounts/passwords.ts';
import {
  createIdentityToolkit,
  type IdentityToolkit,
  type ProviderAccount,
  type ToolkitOptions,
} from './identity-toolkit.ts';
import { ProviderFailure } from './provider-error.ts';

/** Maximum accounts per request. Source: the provider's limits. */
const BATCH = 1000;

/** Maximum cost of an Argon2 hash. Source: the provider's limits. */
const MOST = { memoryCostKib: 32_768, iterations: 16, parallelism: 16 };

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Upload {
  /** Place in the order of the hashes given. */
  at: number;
  localId: string;
  salt: string;
  passwordHash: string;
}

/**
 * Makes an account for each hash in PHC format, whose password is then the provider's to verify. Idempotent: the same hash gives
 * the same account; one that the site has already, which comes back from a backup, is kept. @returns the holders in order; `undefined` for a hash that the provider does not take
 */
async function takeHashes(toolkit: IdentityToolkit, prefix: string, hashes: string[]): Promise<(string | undefined)[]> {
  const holders = hashes.map((given) => (readHolder(given)?.localId.startsWith(prefix) ? given : undefined));
  for (const [parameters, uploads] of groupByCost(prefix, hashes)) {
    for (let start = 0; start < uploads.length; start += BATCH) {
      const batch = uploads.slice(start, start + BATCH);
      const users = batch.map(({ localId, salt, passwordHash }) => ({
        ...waitingAccount(localId),
        salt,
        passwordHash,
      }));
      const body = { hashAlgorithm: 'ARGON2', argon2Parameters: JSON.parse(parameters), allowOverwrite: true, users };
      const { error = [] } = await toolkit.administrate<{ error?: { index: number }[] }>('accounts:batchCreate', body);
      const refused = new Set(error.map(({ index }) => index));
      for (const [index, { at, localId }] of batch.entries()) {
        if (!refused.has(index)) holders[at] = writeHolder(waitingAccount(localId));
      }
    }
  }
  return holders;
}

/** The hashes that the provider can verify, by their parameters as JSON: a request has the same for all its accounts. */
function groupByCost(prefix: string, hashes: string[]): Map<string, Upload[]> {
  const groups = new Map<string, Upload[]>();
  for (const [at, hash] of hashes.entries()) {
    const [, m, t, p, salt, tag] = FORM.exec(hash) ?? [];
    const cost = { memoryCostKib: Number(m), iterations: Number(t), parallelism: Number(p) };
    const isTaken = Object.entries(MOST).every(([name, most]) => cost[name as keyof typeof cost] <= most);
    if (salt === undefined || tag === undefined || !isTaken) continue;
    const tagBytes = Buffer.from(tag, 'base64');
    const parameters = JSON.stringify({
      hashType: 'ARGON2_ID',
      version: 'VERSION_13',
      hashLengthBytes: tagBytes.byteLength,
      ...cost,
    });
    const upload = {
      at,
      localId: `${prefix}${createHash('sha256').update(hash).digest('hex').slice(0, 32)}`,
      salt: Buffer.from(salt, 'base64').toString('base64'),
      passwordHash: tagBytes.toString('base64'),
    };
    groups.set(parameters, [...(groups.get(parameters) ?? []), upload]);
  }
  return groups;
}

/** Maximum accounts per page and per deletion. Source: the provider's limits. */
const PAGE = 1000;

/** Deletes the site's accounts from before a time that no holder names. @returns the number deleted */
async function deleteUnheld(
  toolkit: IdentityToolkit,
  prefix: string,
  holders: Iterable<string>,
  before: number,
): Promise<number> {
  const kept = new Set(Array.from(holders, (holder) => readHolder(holder)?.localId));
  let deleted = 0;
  let page = '';
  do {
    const query = `accounts:batchGet?maxResults=${PAGE}${page && `&nextPageToken=${encodeURIComponent(page)}`}`;
    const answer = await toolkit.administrate<{ users?: ProviderAccount[]; nextPageToken?: string }>(query);
    const localIds = (answer.users ?? [])
      .filter(({ createdAt }) => Number(createdAt ?? Number.POSITIVE_INFINITY) < before)
      .map(({ localId }) => localId)
      .filter((localId) => localId.startsWith(prefix) && !kept.has(localId));
    if (localIds.length > 0) await toolkit.administrate('accounts:batchDelete', { localIds, force: true });
    deleted += localIds.length;
    page = answer.nextPageToken ?? '';
  } while (page !== '');
  return deleted;
}

/** Refusals of a sign-in that say no more than that this password does not open this account. */
const NOT_OPENED = new Set([
  'EMAIL_NOT_FOUND',
  'INVALID_PASSWORD',
  'INVALID_LOGIN_CREDENTIALS',
  'INVALID_EMAIL',
  'USER_DISABLED',
  // Of one account, not of the project: told, it would reveal that the account exists.
  'TOO_MANY_ATTEMPTS_TRY_LATER',
]);

const MADE_ALREADY = new Set(['DUPLICATE_LOCAL_ID', 'EMAIL_EXISTS']);

export interface ProviderPasswordsOptions extends ToolkitOptions {
  /** A secret of the site, which marks its accounts among those of the project. */
  secret: string;
}

/**
 * Keeps each password in an account at Identity Platform, made by an administrator's request under an email of no mailbox, so that
 * neither the provider nor its answers reveal who signs up. The confirmed email is set once a commit has made the password valid.
 */
export function createProviderPasswords(options: ProviderPasswordsOptions): Passwords & { provider: PasswordProvider } {
  const toolkit = createIdentityToolkit(options);
  const prefix = idPrefix(options.secret);
  let count = 0;

  /** @returns the id of the account that the password opens */
  async function signIn(email: string, password: string): Promise<string | undefined> {
    count++;
    try {
      const body = { email, password, returnSecureToken: true };
      return (await toolkit.ask<{ localId: string }>('accounts:signInWithPassword', body)).localId;
    } catch (error) {
      if (error instanceof ProviderFailure && NOT_OPENED.has(error.providerCode)) return undefined;
      throw error;
    }
  }

  /** Ignores that the account does not exist. */
  async function remove(localId: string): Promise<void> {
    try {
      await toolkit.administrate('accounts:delete', { localId });
    } catch (error) {
      if (!(error instanceof ProviderFailure && error.providerCode === 'USER_NOT_FOUND')) throw error;
    }
  }

  const provider: PasswordProvider = {
    async settle(holder, email, former) {
      const held = readHolder(holder);
      if (!held) return holder;
      const replaced = readHolder(former);
      if (replaced && replaced.localId !== held.localId) await remove(replaced.localId);
      await toolkit.administrate('accounts:update', { localId: held.localId, email, emailVerified: true });
      return writeHolder({ ...held, email });
    },

    isSettled(holder, email) {
      const held = readHolder(holder);
      return held === undefined || held.email === email;
    },

    async release(holder) {
      const held = readHolder(holder);
      if (held) await remove(held.localId);
    },

    prune: (holders, before) => deleteUnheld(toolkit, prefix, holders, before),

    takeHashes: (hashes) => takeHashes(toolkit, prefix, hashes),

    async authorizedDomains() {
      return (await toolkit.ask<{ authorizedDomains?: string[] }>('projects')).authorizedDomains ?? [];
    },
  };

  return {
    get count() {
      return count;
    },
    provider,

    unusable: (text) => `none:${createHash('sha256').update(text).digest('hex')}`,

    async hold(password) {
      count++;
      const account = waitingAccount(`${prefix}${randomUUID()}`);
      try {
        await toolkit.administrate('accounts', { ...account, password: plain(password) });
      } catch (error) {
        // The answer to an earlier attempt was lost: nobody else knows this id.
        const isMade = error instanceof ProviderFailure && MADE_ALREADY.has(error.providerCode);
        if (!isMade) throw error;
      }
      return writeHolder(account);
    },

    async verify(holder, password, email) {
      const held = readHolder(holder);
      // Until an account is settled, the provider may have either email.
      const emails = new Set([held?.email ?? `nobody@${WAITING_DOMAIN}`, ...(held && email ? [email] : [])]);
      for (const each of emails) {
        const opened = await signIn(each, plain(password));
        if (opened !== undefined && opened === held?.localId) return true;
      }
      return false;
    },
  };
}

/** Normalizes Unicode, so that accents compare equal however they were typed. */
function plain(password: string): string {
  return password.normalize('NFKC');
}

const KIND = 'identity-platform';

/** The domain of accounts whose email is not confirmed; no mail can be sent to it (RFC 2606). */
const WAITING_DOMAIN = 'waiting.meki.invalid';

/** An account at the provider, as a holder of a password names it. */
interface Held {
  localId: string;
  /** The email that the account has at the provider. */
  email: string;
}

/** The start of the ids of a site's accounts, which tells them from others in the same project. */
function idPrefix(secret: string): string {
  const mark = createHash('sha256').update(`${KIND} ${secret}`).digest('hex').slice(0, 10);
  return `meki-${mark}-`;
}

/** An account whose email is not confirmed: under an email of no mailbox. */
function waitingAccount(localId: string): Held {
  return { localId, email: `${localId}@${WAITING_DOMAIN}` };
}

function writeHolder({ localId, email }: Held): string {
  return `${KIND}:${localId}:${email}`;
}

/** @returns `undefined` if it is not a holder of this provider */
function readHolder(holder: string | undefined): Held | undefined {
  const [, kind, localId, email] = /^([a-z-]+):([^:]+):(.+)$/.exec(holder ?? '') ?? [];
  return kind === KIND && localId !== undefined && email !== undefined ? { localId, email } : undefined;
}
