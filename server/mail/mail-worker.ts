import type { DocumentStore } from '#core/documents/document-store.ts';
import type { MailQueue, TakenMail } from '#core/messages/mail-queue.ts';
import type { Mailer, SendOutcome } from '#core/messages/mailer.ts';
import type { SetAlarm } from '../jobs/alarm.ts';
import { type BookedJobOptions, createJob, type Job } from '../jobs/create-job.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';

/** Maximum concurrent sends. */
const AT_ONCE = 4;

/** Timeout of one attempt in milliseconds; well within its lease. */
const TRY_LIMIT = 60_000;

export interface MailWorkerOptions extends BookedJobOptions {
  queue: MailQueue;
  mailer: Mailer;
  /** The queue's store; listened to for mails queued by any process. */
  store: DocumentStore;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  now?: () => number;
  setAlarm?: SetAlarm;
}

/** Idle once all due mails were tried. Mails still queued when it stops are sent after the next start. */
export interface MailWorker extends Pick<Job, 'idle' | 'stop'> {
  /** The last failure of this process to send a mail, until one is sent; times in milliseconds since 1970. */
  failure(): { at: number; reason: string } | undefined;
}

/** Sends queued mails when due. Safe to run in several processes. */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { queue, mailer, store, log, now = Date.now, setAlarm, book } = options;
  const job = createJob({
    work,
    entry: book?.of('mail'),
    onFailure: (error) => log.error({ err: error }, 'The mail queue cannot be read or written; retrying'),
    setAlarm,
  });
  let failing = false;
  let failure: { at: number; reason: string } | undefined;

  async function work(): Promise<number | undefined> {
    await sendDue();
    const dueAt = await queue.nextDueAt();
    return dueAt === undefined ? undefined : dueAt - now();
  }

  async function sendDue(): Promise<void> {
    while (!job.signal.aborted) {
      const taken = await queue.take(AT_ONCE);
      if (taken.length === 0) return;
      await Promise.all(taken.map(handle));
    }
  }

  async function handle(taken: TakenMail): Promise<void> {
    const facts = { mail: taken.mail.id, kind: taken.mail.kind, attempt: taken.attempt };
    if (taken.expiresAt !== undefined && taken.expiresAt <= now()) {
      await taken.remove();
      log.warn(facts, 'A message was not sent: its time is over');
      return;
    }
    const outcome = await trySend(taken);
    if (outcome.ok) {
      await taken.remove();
      failure = undefined;
      if (failing) log.info('Mail can be sent again');
      failing = false;
      return;
    }
    failure = { at: now(), reason: outcome.reason };
    if (outcome.failure === 'permanent') {
      await taken.remove();
      log.error({ ...facts, reason: outcome.reason }, 'A message was refused permanently and will not be sent');
    } else {
      await taken.postpone();
      if (!failing && !job.signal.aborted) {
        log.warn({ ...facts, reason: outcome.reason }, 'Mail cannot be sent now; retrying later');
        failing = true;
      }
    }
  }

  async function trySend({ mail }: TakenMail): Promise<SendOutcome> {
    const limit = AbortSignal.timeout(TRY_LIMIT);
    try {
      return await mailer.send(mail, { signal: AbortSignal.any([job.signal, limit]) });
    } catch (error) {
      if (job.signal.aborted || limit.aborted) return { ok: false, failure: 'temporary', reason: 'it took too long' };
      log.error({ err: error, mail: mail.id, kind: mail.kind }, 'The mailer failed with an unknown error');
      return { ok: false, failure: 'temporary', reason: 'the mailer failed' };
    }
  }

  const stopListening = listenFromNow(store, 'mail-queue', {
    onStart: job.wake,
    onChanges: (changes) => {
      if (changes.some(({ before, kind }) => kind === 'written' && !before)) job.wake();
    },
    onGap: job.wake,
    onError: (error) => log.error({ err: error }, 'Listening to the mail queue failed; retrying'),
  });
  job.wake();

  return {
    idle: job.idle,
    failure: () => failure,
    async stop() {
      stopListening();
      await job.stop();
    },
  };
}
