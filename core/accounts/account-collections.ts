import { z } from 'zod';
import { type Collection, defineCollection } from '../documents/collection.ts';
import { MAX_NAME_LENGTH, ROLES } from './user.ts';

/** The purpose of a code sent by mail. */
export type CodePurpose = 'reset' | 'email';

/** What the rate limits count: passwords tried, codes tried, and codes requested. */
export type AttemptKind = 'sign-in' | 'code' | 'mail';

const time = z.number().nonnegative();
const id = z.string().min(1).max(200);
const digest = z.string().length(43);
const role = z.enum(ROLES);

const userSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(MAX_NAME_LENGTH * 2),
  email: z.string().min(3),
  emailVerified: z.boolean(),
  image: z.null().optional(),
  language: z.string(),
  role,
  languages: z.array(z.string()),
  disabled: z.boolean(),
  /** Sessions with another epoch are invalid. */
  sessionEpoch: z.int().nonnegative(),
  lastSignInAt: time.optional(),
  createdAt: time,
  updatedAt: time,
});

/** A stored account. Times are milliseconds since 1970-01-01T00:00:00Z. */
export type UserRecord = z.infer<typeof userSchema>;

const sessionSchema = z.strictObject({
  userId: id,
  sessionEpoch: z.int().nonnegative(),
  device: z.string().max(100),
  place: z.string().max(100).optional(),
  remember: z.boolean(),
  createdAt: time,
  updatedAt: time,
  expiresAt: time,
  authenticatedAt: time,
});

/** A stored session. `updatedAt` is the time of its last use. */
export type SessionRecord = z.infer<typeof sessionSchema>;

/** A stored credential. */
const credentialSchema = z.strictObject({
  userId: id,
  providerId: z.literal('credential'),
  accountId: id,
  /** The holder of the password, as `Passwords` returned it. */
  password: z.string().min(20),
  createdAt: time,
  updatedAt: time,
});

const codeSchema = z.strictObject({
  /** HMAC of the code. */
  seal: digest,
  triesLeft: z.int().nonnegative(),
  expiresAt: time,
  /** Missing for a decoy code, which belongs to no account. */
  userId: id.optional(),
  /** The new address of an email change. */
  newEmail: z.string().optional(),
});

export type CodeRecord = z.infer<typeof codeSchema>;

const waitingPersonSchema = z.strictObject({
  name: userSchema.shape.name,
  email: z.string().min(3),
  language: z.string(),
  /** The holder of the password, as `Passwords` returned it. */
  password: z.string().min(20),
});

/** The account to create once the code is confirmed. */
export type WaitingPerson = z.infer<typeof waitingPersonSchema>;

const waitingSignUpSchema = z.strictObject({
  /** Digest of the sign-up's ticket; missing if the code was requested without one. */
  ticket: digest.optional(),
  /** HMAC of its code. */
  seal: digest,
  triesLeft: z.int().nonnegative(),
  codeExpiresAt: time,
  expiresAt: time,
  /** Missing for a decoy, which creates no account. */
  person: waitingPersonSchema.optional(),
});

export type WaitingSignUp = z.infer<typeof waitingSignUpSchema>;

/** Oldest first. */
const waitingSignUpsSchema = z.strictObject({ signUps: z.array(waitingSignUpSchema).min(1), expiresAt: time });

export type WaitingSignUpsRecord = z.infer<typeof waitingSignUpsSchema>;

const attemptSchema = z.strictObject({ failures: z.int().positive(), waitUntil: time, expiresAt: time });

/** Number of consecutive failures. */
export type AttemptRecord = z.infer<typeof attemptSchema>;

const ownersSchema = z.strictObject({ userIds: z.array(id).min(1) });

/** Confirmed owners who are not suspended. */
export type OwnersRecord = z.infer<typeof ownersSchema>;

const invitationSchema = z.strictObject({
  email: z.string(),
  role,
  /** For translators. */
  languages: z.array(z.string()),
  /** The author of the invitation. */
  invitedBy: id,
  invitedAt: time,
  expiresAt: time,
  /** The digest of the token in the link of the mail. */
  token: digest,
});

/** An email that is allowed to sign up, and the role it will get. */
export type Invitation = z.infer<typeof invitationSchema>;

const asc = (field: string) => ({ field, direction: 'asc' as const });

/** `users/{id}` */
export const users = defineCollection({
  name: 'users',
  schema: userSchema,
  indexes: [[asc('emailVerified'), asc('email')]],
  policy: { read: 'private' },
});

/** `sessions/{digest of the token}` */
export const sessions = defineCollection({
  name: 'sessions',
  schema: sessionSchema,
  indexes: [[asc('userId')], [asc('expiresAt')]],
  policy: { read: 'private' },
});

/** `accounts/{userId}:{providerId}`. The only provider is `credential`. */
export const credentials = defineCollection({
  name: 'accounts',
  key: (userId: string) => `${userId}:credential`,
  schema: credentialSchema,
  indexes: [[asc('userId')]],
  policy: { read: 'private' },
});

/** `account-emails/{digest of the email}`: makes emails unique. */
export const accountEmails = defineCollection({
  name: 'account-emails',
  schema: z.strictObject({ userId: id }),
  indexes: [],
  policy: { read: 'private' },
});

/** `verifications/{purpose}:{key}`: at most one valid code each. */
export const verifications = defineCollection({
  name: 'verifications',
  key: (purpose: CodePurpose, key: string) => `${purpose}:${key}`,
  schema: codeSchema,
  indexes: [[asc('expiresAt')]],
  policy: { read: 'private' },
});

/** `waiting-sign-ups/{digest of the email}`: the account is created when one of them is confirmed. */
export const waitingSignUps = defineCollection({
  name: 'waiting-sign-ups',
  schema: waitingSignUpsSchema,
  indexes: [[asc('expiresAt')]],
  policy: { read: 'private' },
});

/** `account-attempts/{kind}:{key}` */
export const accountAttempts = defineCollection({
  name: 'account-attempts',
  key: (kind: AttemptKind, key: string) => `${kind}:${key}`,
  schema: attemptSchema,
  indexes: [[asc('expiresAt')]],
  policy: { read: 'private' },
});

/** `account-owners/all`: exists once the first account is confirmed. */
export const accountOwners = defineCollection({
  name: 'account-owners',
  key: () => 'all',
  schema: ownersSchema,
  indexes: [],
  policy: { read: 'private' },
});

/** `invitations/{digest of the email}` */
export const invitations = defineCollection({
  name: 'invitations',
  schema: invitationSchema,
  indexes: [[asc('expiresAt')]],
  policy: { read: 'private' },
});

export const accountCollections: Collection[] = [
  users,
  sessions,
  credentials,
  accountEmails,
  verifications,
  waitingSignUps,
  accountAttempts,
  accountOwners,
  invitations,
];
