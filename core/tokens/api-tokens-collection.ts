import { z } from 'zod';
import { ROLES, type Role } from '../accounts/user.ts';
import { type Collection, defineCollection } from '../documents/collection.ts';
import type { Locale } from '../locales/locale.ts';

/** Maximum length of a program's name, in characters. Source: Meki's own. */
export const MAX_TOKEN_NAME = 120;

/** An API token of a program. Stores only a hash of its secret. Times are milliseconds since 1970. */
export interface ApiToken {
  /** The program's name in the audit log. */
  name: string;
  role: Role;
  /** The languages that a translator's program may edit; empty for every other role. */
  languages: Locale[];
  /** SHA-256 of the token's secret. */
  hash: string;
  createdAt: number;
  expiresAt?: number;
  revokedAt?: number;
  /** Accurate to the hour. */
  lastUsedAt?: number;
}

const moment = z.int().nonnegative();

/** `api-tokens/{id}`. Revoked tokens are kept, so that the audit log can name their programs. */
export const apiTokens: Collection<ApiToken> = defineCollection({
  name: 'api-tokens',
  schema: z.strictObject({
    name: z.string().min(1).max(MAX_TOKEN_NAME),
    role: z.enum(ROLES),
    languages: z.array(z.string()),
    hash: z.string().length(43),
    createdAt: moment,
    expiresAt: moment.exactOptional(),
    revokedAt: moment.exactOptional(),
    lastUsedAt: moment.exactOptional(),
  }) as z.ZodType<ApiToken>,
  indexes: [[{ field: 'createdAt', direction: 'desc' }]],
  policy: { read: 'private' },
});
