import { z } from 'zod';
import { type Actor, actorOf, type Program } from '../access/actor.ts';
import type { Identity } from '../accounts/identity.ts';
import { createToken, digestOf, sameSecret } from '../accounts/secret-values.ts';
import { ROLES, type Role } from '../accounts/user.ts';
import { type AuditActor, type AuditEntry, auditWrite } from '../audit/audit-log.ts';
import { defineCollection } from '../documents/collection.ts';
import { commitAside } from '../documents/commit-aside.ts';
import { idOf } from '../documents/document-path.ts';
import type { Document, DocumentStore, Write } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, queryDocuments, setDocument } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';

/** Maximum length of a program's name, in characters. Source: Meki's own. */
export const MAX_TOKEN_NAME = 120;

const moment = z.int().nonnegative();

const schema = z.strictObject({
  /** The program's name in the audit log. */
  name: z.string().min(1).max(MAX_TOKEN_NAME),
  role: z.enum(ROLES),
  /** The languages that a translator's program may edit; empty for every other role. */
  languages: z.array(z.string()),
  /** SHA-256 of the token's secret. */
  hash: z.string().length(43),
  createdAt: moment,
  expiresAt: moment.exactOptional(),
  revokedAt: moment.exactOptional(),
  /** Accurate to the hour. */
  lastUsedAt: moment.exactOptional(),
});

/** An API token of a program. Stores only a hash of its secret. Times are milliseconds since 1970. */
type ApiToken = z.infer<typeof schema>;

/** `api-tokens/{id}`. Revoked tokens are kept, so that the audit log can name their programs. */
export const apiTokens = defineCollection({
  name: 'api-tokens',
  schema,
  indexes: [[{ field: 'createdAt', direction: 'desc' }]],
  policy: { read: 'private' },
});

interface TokenDependencies {
  store: DocumentStore;
  /** Milliseconds since 1970; default: the system clock. */
  now?: () => number;
}

/** A token without its secret, for those who manage tokens. */
export type TokenFacts = Omit<ApiToken, 'hash'> & { id: string };

/** Maximum number of tokens of a site, including revoked ones. */
const MOST = 1_000;

/** Resolution of the last use in milliseconds, so that a busy program does not cause a write per request. */
const USE_STEP = 3_600_000;

/** `meki_{id}_{secret}`: the id finds the document, the secret of 256 random bits authenticates. */
const TOKEN = /^meki_([0-9a-z]{12})_([A-Za-z0-9_-]{43})$/;

type CreateTokenOutcome =
  /** `token` is returned only here, and is not stored. */
  { ok: true; token: string; facts: TokenFacts } | { ok: false; reason: 'invalid-name' | 'invalid-languages' | 'full' };

/**
 * Creates a token for a program. The caller has checked the right `tokens.manage`, or is the command line.
 * @param given.languages at least one for a translator, none for every other role
 */
export async function createApiToken(
  { store, now = Date.now }: TokenDependencies,
  by: AuditActor,
  given: { name: string; role: Role; languages?: readonly Locale[]; expiresAt?: number },
): Promise<CreateTokenOutcome> {
  const name = given.name.trim();
  if (name === '' || name.length > MAX_TOKEN_NAME || /\p{Cc}/u.test(name) || !name.isWellFormed()) {
    return { ok: false, reason: 'invalid-name' };
  }
  const languages = [...new Set(given.languages)];
  if (languages.length > 0 !== (given.role === 'translator')) return { ok: false, reason: 'invalid-languages' };
  if ((await listApiTokens(store)).length >= MOST) return { ok: false, reason: 'full' };
  const secret = createToken();
  const id = createId();
  const createdAt = now();
  const facts = {
    name,
    role: given.role,
    languages,
    createdAt,
    ...(given.expiresAt !== undefined && { expiresAt: given.expiresAt }),
  };
  const data: ApiToken = { ...facts, hash: await digestOf(secret) };
  await store.commit([
    setDocument(apiTokens.at(id), data, { exists: false }),
    auditWrite(entryOf('token.created', createdAt, by, id, data)),
  ]);
  return { ok: true, token: `meki_${id}_${secret}`, facts: { id, ...facts } };
}

/** All tokens, newest first, including revoked and expired ones. */
export async function listApiTokens(store: DocumentStore): Promise<TokenFacts[]> {
  const documents = await queryDocuments(store, apiTokens, {
    orderBy: [{ field: 'createdAt', direction: 'desc' }],
    limit: MOST,
  });
  return documents.map(({ path, data: { hash: _, ...facts } }) => ({ id: idOf({ path }), ...facts }));
}

type RevokeTokenOutcome = { ok: true; facts: TokenFacts } | { ok: false; reason: 'not-found' | 'revoked' };

/**
 * Revokes a token, effective from its next request. `revoked`: it was revoked before. @throws {PreconditionFailed} if all
 * attempts conflicted
 */
export function revokeApiToken(
  { store, now = Date.now }: TokenDependencies,
  by: AuditActor,
  id: string,
): Promise<RevokeTokenOutcome> {
  return retryOnConflict<RevokeTokenOutcome>(async () => {
    const found = await read(store, id);
    if (!found) return { ok: false, reason: 'not-found' };
    const { data, version } = found;
    if (data.revokedAt !== undefined) return { ok: false, reason: 'revoked' };
    const revokedAt = now();
    await store.commit([
      { kind: 'update', path: apiTokens.at(id).path, fields: { revokedAt }, precondition: { version } },
      auditWrite(entryOf('token.revoked', revokedAt, by, id, data)),
    ]);
    const { hash: _, ...facts } = data;
    return { ok: true, facts: { id, ...facts, revokedAt } };
  });
}

/** Whether a text may be a token: others are refused without a read. */
export function isTokenShaped(text: string): boolean {
  return TOKEN.test(text);
}

/** The program of a token, and records its use. `undefined` if the token is malformed, unknown, revoked or expired. */
export async function programOf(
  { store, now = Date.now }: TokenDependencies,
  token: string,
): Promise<Program | undefined> {
  const [, id = '', secret = ''] = TOKEN.exec(token) ?? [];
  const found = await read(store, id);
  const hash = await digestOf(secret);
  if (!found || !sameSecret(hash, found.data.hash) || !isGood(found.data, now())) return undefined;
  await noteUse(store, id, found, now());
  return actorOfToken(id, found.data);
}

/** The program with an id found in items and schedules; `undefined` if its token is no longer valid. */
export async function programById(
  { store, now = Date.now }: TokenDependencies,
  programId: string,
): Promise<Program | undefined> {
  const id = /^program-([0-9a-z]{12})$/.exec(programId)?.[1] ?? '';
  const found = await read(store, id);
  return found && isGood(found.data, now()) ? actorOfToken(id, found.data) : undefined;
}

function actorOfToken(id: string, { name, role, languages }: ApiToken): Program {
  return { kind: 'program', id: `program-${id}`, name, role, languages, disabled: false };
}

function isGood({ expiresAt, revokedAt }: ApiToken, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now);
}

/** Written by the first request of the hour; a conflict means that another request wrote it. */
async function noteUse(store: DocumentStore, id: string, { data, version }: Document<ApiToken>, now: number) {
  const lastUsedAt = Math.floor(now / USE_STEP) * USE_STEP;
  if (data.lastUsedAt === lastUsedAt) return;
  const writes: Write[] = [
    { kind: 'update', path: apiTokens.at(id).path, fields: { lastUsedAt }, precondition: { version } },
  ];
  try {
    await commitAside(store, writes);
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}

async function read(store: DocumentStore, id: string): Promise<Document<ApiToken> | undefined> {
  if (!/^[0-9a-z]{12}$/.test(id)) return undefined;
  return getDocument(store, apiTokens.at(id));
}

function entryOf(
  action: 'token.created' | 'token.revoked',
  at: number,
  actor: AuditActor,
  id: string,
  token: ApiToken,
) {
  const { role, languages } = token;
  return {
    action,
    at,
    actor,
    object: { kind: 'program', id: `program-${id}`, name: token.name },
    details: { role, ...(languages.length > 0 && { languages }) },
  } satisfies AuditEntry;
}

/** 12 characters of 0–9 and a–z: identifies a token and is not secret. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

/** The current person or program with this account id, with its current rights; `undefined` if deleted. */
export type FindActor = (accountId: string) => Promise<Actor | undefined>;

export function createFindActor(dependencies: {
  store: DocumentStore;
  identity: Pick<Identity, 'lookup'>;
  /** Milliseconds since 1970; default: the system clock. */
  now?: () => number;
}): FindActor {
  return async (accountId) => {
    const program = await programById(dependencies, accountId);
    if (program) return program;
    const user = await dependencies.identity.lookup(accountId);
    return user && actorOf(user);
  };
}
