import { z } from 'zod';
import { ROLES } from '../accounts/user.ts';
import { defineCollection } from '../documents/collection.ts';

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
export type ApiToken = z.infer<typeof schema>;

/** `api-tokens/{id}`. Revoked tokens are kept, so that the audit log can name their programs. */
export const apiTokens = defineCollection({
  name: 'api-tokens',
  schema,
  indexes: [[{ field: 'createdAt', direction: 'desc' }]],
  policy: { read: 'private' },
});
