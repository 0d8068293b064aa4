import { z } from 'zod';
import { longestDelay, retryDelay } from '../clock/retry-delay.ts';
import { CLOCK_TOLERANCE_MS } from '../clock/stored-time.ts';
import { defineCollection } from '../documents/collection.ts';
import type { Document, DocumentPath, DocumentStore, Write } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { queryDocuments, setDocument } from '../documents/typed-documents.ts';
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
type QueuedMail = z.infer<typeof schema>;

/** `mail-queue/{mail id}` */
export const mailQueue = defineCollection({
  name: 'mail-queue',
  schema,
  indexes: [[{ field: 'dueAt', direction: 'asc' }]],
  policy: { read: 'private' },
});

/**
 * Lease on a message in milliseconds. If the process crashes, the message is sent again after that, with the same `Message-ID`.
 * Longer than the timeout of an attempt plus the clock difference between machines.
 */
export const MAIL_LEASE = 5 * 60_000;

/** The write that queues a message, for the commit of its cause, so that both happen or neither. */
export function enqueueMail(mail: Mail, { expiresAt }: { expiresAt?: number } = {}): Write {
  const queued = { mail, attempts: 0, dueAt: mail.createdAt, ...(expiresAt !== undefined && { expiresAt }) };
  return setDocument(mailQueue.at(mail.id), queued, { exists: false });
}

/** A message that this process has leased. */
export interface TakenMail {
  mail: Mail;
  /** Number of this attempt, from 1. */
  attempt: number;
  expiresAt: number | undefined;
  /** Deletes it from the queue: it was sent or given up. */
  remove(): Promise<void>;
  /** Schedules a retry with exponential backoff. @returns its time in milliseconds since 1970. */
  postpone(): Promise<number>;
}

export interface MailQueue {
  /** Leases at most `limit` due messages, most overdue first. */
  take(limit: number): Promise<TakenMail[]>;
  /** When the next message is due, in milliseconds since 1970; `undefined` if the queue is empty. */
  nextDueAt(): Promise<number | undefined>;
}

interface MailQueueOptions {
  store: DocumentStore;
  now?: () => number;
  random?: () => number;
}

/** Messages rescheduled per commit. */
const AT_ONCE = 100;

export function createMailQueue({ store, now = Date.now, random = Math.random }: MailQueueOptions): MailQueue {
  const first = (limit: number, until?: number) =>
    queryDocuments(store, mailQueue, {
      ...(until !== undefined && { where: [{ field: 'dueAt', op: '<=', value: until }] }),
      orderBy: [{ field: 'dueAt', direction: 'asc' }],
      limit,
    });

  async function takeOne({ path, version, data }: Document<QueuedMail>): Promise<TakenMail | undefined> {
    const { mail, expiresAt } = data;
    const attempt = data.attempts + 1;
    const lease = await commitOrLose(store, {
      kind: 'update',
      path,
      fields: { attempts: attempt, dueAt: now() + MAIL_LEASE },
      precondition: { version },
    });
    if (lease === undefined) return undefined;
    return {
      mail,
      attempt,
      expiresAt,
      async remove() {
        await commitOrLose(store, { kind: 'delete', path, precondition: { version: lease } });
      },
      async postpone() {
        const dueAt = now() + retryDelay(attempt, random());
        await commitOrLose(store, { kind: 'update', path, fields: { dueAt }, precondition: { version: lease } });
        return dueAt;
      },
    };
  }

  /**
   * Reschedules messages that would wait longer than any rule requires, because they were queued or tried before the clock was
   * set back. They still wait for a lease, because another process may be sending them.
   */
  async function bringNearer(): Promise<void> {
    for (;;) {
      const at = now();
      const ahead = await queryDocuments(store, mailQueue, {
        where: [{ field: 'dueAt', op: '>', value: at + MAIL_LEASE + CLOCK_TOLERANCE_MS }],
        orderBy: [{ field: 'dueAt', direction: 'desc' }],
        limit: AT_ONCE,
      });
      const late = ahead.filter(({ data }) => data.dueAt - at > longestDelay(data.attempts) + CLOCK_TOLERANCE_MS);
      for (const { path, version } of late) {
        const fields = { dueAt: at + MAIL_LEASE };
        await commitOrLose(store, { kind: 'update', path, fields, precondition: { version } });
      }
      if (late.length < AT_ONCE) return;
    }
  }

  return {
    async take(limit) {
      await bringNearer();
      const due = await first(limit, now());
      const taken = await Promise.all(due.map(takeOne));
      return taken.filter((mail) => mail !== undefined);
    },
    nextDueAt: async () => (await first(1))[0]?.data.dueAt,
  };
}

/** The version that was written; `undefined` for a deletion, and if the document was changed concurrently. */
async function commitOrLose(store: DocumentStore, write: Write & { path: DocumentPath }): Promise<number | undefined> {
  try {
    return (await store.commit([write])).versions[0];
  } catch (error) {
    if (error instanceof PreconditionFailed) return undefined;
    throw error;
  }
}
