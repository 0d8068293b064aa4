import type { Actor } from '#core/access/actor.ts';
import { requireMay } from '#core/access/policy.ts';
import type { Session } from '#core/accounts/session.ts';
import type { User } from '#core/accounts/user.ts';
import { auditLog } from '#core/audit/audit-log.ts';
import { idOf } from '#core/documents/document-path.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { queryDocuments } from '#core/documents/typed-documents.ts';

/** Entries per read. */
const BATCH = 200;

/** All data that the site stores about a person, for themselves. Times are in ISO 8601. */
export interface OwnData {
  exportedAt: string;
  account: object;
  sessions: object[];
  /** The person's actions in the audit log, newest first. */
  activity: object[];
}

/** @param actor the person whose data it is. @throws {Forbidden} for another person's account. */
export async function readOwnData(
  store: DocumentStore,
  actor: Actor,
  { user, sessions, now }: { user: User; sessions: readonly Session[]; now: number },
): Promise<OwnData> {
  requireMay(actor, 'account.use', { accountId: user.id });
  const { id, email, name, role, languages, language, confirmed, createdAt, lastSignInAt } = user;
  return {
    exportedAt: time(now),
    account: {
      id,
      name,
      email,
      emailConfirmed: confirmed,
      language,
      role,
      languages,
      createdAt: time(createdAt),
      ...(lastSignInAt !== undefined && { lastSignInAt: time(lastSignInAt) }),
    },
    sessions: sessions.map(({ device, place, remember, ...session }) => ({
      device,
      ...(place !== undefined && { place }),
      keptSignedIn: remember,
      createdAt: time(session.createdAt),
      lastUsedAt: time(session.lastUsedAt),
      expiresAt: time(session.expiresAt),
    })),
    activity: await readActivity(store, id),
  };
}

/** Actions of others on the person are not included: they are in the audit log, for owners. */
async function readActivity(store: DocumentStore, userId: string): Promise<object[]> {
  const activity: object[] = [];
  let startAfter: [number, string] | undefined;
  while (true) {
    const documents = await queryDocuments(store, auditLog, {
      where: [{ field: 'people', op: 'array-contains', value: userId }],
      orderBy: [{ field: 'at', direction: 'desc' }],
      limit: BATCH,
      ...(startAfter && { startAfter }),
    });
    for (const { data } of documents) {
      if (data.actor.kind !== 'person' || data.actor.id !== userId) continue;
      const { at, action, network, details } = data;
      activity.push({
        at: time(at),
        action,
        ...(network && { network }),
        ...(details?.device && { device: details.device }),
      });
    }
    const last = documents.at(-1);
    if (!last || documents.length < BATCH) return activity;
    startAfter = [last.data.at, idOf(last)];
  }
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
