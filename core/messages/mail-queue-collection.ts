import { z } from 'zod';
import { type Collection, defineCollection } from '../documents/collection.ts';
import { MAIL_KINDS } from './mail-kind.ts';
import type { Mail } from './mailer.ts';

/** A message that waits: `mail-queue/{mail id}`. It goes once it is sent or given up. */
export interface QueuedMail {
  mail: Mail;
  /** Tries so far, one under way included. */
  attempts: number;
  /** When it is tried next, in milliseconds since 1970. Whoever tries moves it on first, so that nobody else does. */
  dueAt: number;
  /** From then on nobody has a use for it. */
  expiresAt?: number;
}

const mailSchema: z.ZodType<Mail> = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  kind: z.enum(MAIL_KINDS),
  to: z.string().min(3).max(320),
  senderName: z.string(),
  subject: z.string().min(1).max(500),
  text: z.string().max(50_000),
  html: z.string().max(100_000),
  language: z.string().min(2),
  createdAt: z.int(),
  code: z.string().optional(),
}) as z.ZodType<Mail>;

/** `mail-queue/{mail id}` */
export const mailQueue: Collection<QueuedMail> = defineCollection({
  name: 'mail-queue',
  schema: z.strictObject({
    mail: mailSchema,
    attempts: z.int().min(0),
    dueAt: z.int(),
    expiresAt: z.int().optional(),
  }) as z.ZodType<QueuedMail>,
  indexes: [[{ field: 'dueAt', direction: 'asc' }]],
  policy: { read: 'private' },
});
