import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';
import { MAIL_KINDS, type Mail } from './mailer.ts';

const mailSchema: z.ZodType<Mail> = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  kind: z.enum(MAIL_KINDS),
  to: z.string().min(3).max(320),
  senderName: z.string(),
  replyTo: z.string().min(3).max(320).exactOptional(),
  subject: z.string().min(1).max(500),
  text: z.string().max(50_000),
  html: z.string().max(100_000),
  language: z.string().min(2),
  createdAt: z.int(),
  code: z.string().exactOptional(),
});

const schema = z.strictObject({
  mail: mailSchema,
  /** Number of attempts, including a running one. */
  attempts: z.int().min(0),
  /**
   * Time of the next attempt, in milliseconds since 1970. A process moves it forward before its attempt (lease), so that no
   * other process tries.
   */
  dueAt: z.int(),
  /** Dropped after this time. */
  expiresAt: z.int().exactOptional(),
});

/** A queued message. Deleted once sent or given up. */
export type QueuedMail = z.infer<typeof schema>;

/** `mail-queue/{mail id}` */
export const mailQueue = defineCollection({
  name: 'mail-queue',
  schema,
  indexes: [[{ field: 'dueAt', direction: 'asc' }]],
  policy: { read: 'private' },
});
