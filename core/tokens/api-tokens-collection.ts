import { z } from 'zod';
import { ROLES, type Role } from '../accounts/user.ts';
import { type Collection, defineCollection } from '../documents/collection.ts';
import type { Locale } from '../locales/locale.ts';

/** Longest name of a program, in characters. Source: Meki's own. */
export const MAX_TOKEN_NAME = 120;

/** The right of a program to use the Content API. Of the token itself only a hash is kept. Times in milliseconds since 1970. */
export interface ApiToken {
  /** What the program is called on record. */
  name: string;
  role: Role;
  /** Those that a translator's program may edit; empty for every other role. */
  languages: Locale[];
  /** SHA-256 of the token's secret. */
  hash: string;
  createdAt: number;
  expiresAt?: number;
  revokedAt?: number;
  /** To the hour. */
  lastUsedAt?: number;
}

const moment = z.int().nonnegative();

/** `api-tokens/{id}`. A revoked one stays, so that what its program did can be told from what others did. */
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
