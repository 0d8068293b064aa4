import type { TokenFacts } from '#core/tokens/api-tokens.ts';

/** A token as JSON, without its secret. */
export function tokenJson({ id, name, role, languages, createdAt, expiresAt, revokedAt, lastUsedAt }: TokenFacts) {
  return {
    id,
    name,
    role,
    languages,
    createdAt: moment(createdAt),
    expiresAt: moment(expiresAt),
    revokedAt: moment(revokedAt),
    lastUsedAt: moment(lastUsedAt),
  };
}

/** A token in one line: `k3v9… editor  Sync`. */
export function describeToken({ id, name, role, languages, expiresAt, revokedAt }: TokenFacts): string {
  const rights = languages.length > 0 ? `${role} (${languages.join(', ')})` : role;
  const end = revokedAt === undefined ? expiresAt && `expires ${moment(expiresAt)}` : `revoked ${moment(revokedAt)}`;
  return [id, name, rights, ...(end ? [end] : [])].join('  ');
}

function moment(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
