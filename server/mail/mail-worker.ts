import type { DocumentStore } from '#core/documents/document-store.ts';
import type { MailQueue, TakenMail } from '#core/messages/mail-queue.ts';
import type { Mailer, SendOutcome } from '#core/messages/mailer.ts';
import { listenFromNow } from '../listen-from-now.ts';
import type { Log } from '../log.ts';
import { createAlarm, type SetAlarm } from './alarm.ts';

/** Messages that are sent at the same time. */
const AT_ONCE = 4;

/** Milliseconds that one try may take; well within its lease. */
const TRY_LIMIT = 60_000;

/** Milliseconds until the queue is looked at again after it could not be read. */
const STORE_RETRY = 5_000;

export interface MailWorkerOptions {
  queue: MailQueue;
  mailer: Mailer;
  /** The queue's; it tells when something is put into it, by whatever process. */
  store: DocumentStore;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  now?: () => number;
  setAlarm?: SetAlarm;
}

export interface MailWorker {
  /** Resolves once everything that is due was tried. */
  idle(): Promise<void>;
  /** Takes up nothing more; resolves when what is under way has ended. The rest waits for the next start. */
  stop(): Promise<void>;
}

/** Sends what waits in the queue as it falls due. Several processes may do so side by side. */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { queue, mailer, store, log, now = Date.now, setAlarm } = options;
  const stopping = new AbortController();
  const alarm = createAlarm(wake, setAlarm);
  let working: Promise<void> | undefined;
  let again = false;
  let failing = false;

  function wake(): void {
    if (stopping.signal.aborted) return;
    again = true;
    working ??= work().finally(() => {
      working = undefined;
    });
  }

  async function work(): Promise<void> {
    while (again && !stopping.signal.aborted) {
      again = false;
      try {
        await sendDue();
        const dueAt = await queue.nextDueAt();
        if (dueAt !== undefined) alarm.set(dueAt - now());
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error({ err: error }, 'The mail queue cannot be read or written; it is tried again');
        alarm.set(STORE_RETRY);
      }
    }
  }

  async function sendDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      const taken = await queue.take(AT_ONCE);
      if (taken.length === 0) return;
      await Promise.all(taken.map(handle));
    }
  }

  async function handle(taken: TakenMail): Promise<void> {
    const facts = { mail: taken.mail.id, kind: taken.mail.kind, attempt: taken.attempt };
    if (taken.expiresAt !== undefined && taken.expiresAt <= now()) {
      await taken.remove();
      log.warn(facts, 'A mail was not sent in time to be of use');
      return;
    }
    const outcome = await trySend(taken);
    if (outcome.ok) {
      await taken.remove();
      if (failing) log.info('Mail is being sent again');
      failing = false;
    } else if (outcome.failure === 'permanent') {
      await taken.remove();
      log.error({ ...facts, reason: outcome.reason }, 'A mail was refused for good and will not be sent');
    } else {
      await taken.postpone();
      if (!failing && !stopping.signal.aborted) {
        log.warn({ ...facts, reason: outcome.reason }, 'Mail cannot be sent now; it waits and is tried again');
        failing = true;
      }
    }
  }

  async function trySend({ mail }: TakenMail): Promise<SendOutcome> {
    const limit = AbortSignal.timeout(TRY_LIMIT);
    try {
      return await mailer.send(mail, { signal: AbortSignal.any([stopping.signal, limit]) });
    } catch (error) {
      if (stopping.signal.aborted || limit.aborted)
        return { ok: false, failure: 'temporary', reason: 'it took too long' };
      log.error({ err: error, mail: mail.id, kind: mail.kind }, 'The mailer failed in a way that it does not know');
      return { ok: false, failure: 'temporary', reason: 'the mailer failed' };
    }
  }

  const stopListening = listenFromNow(store, 'mail-queue', {
    onStart: wake,
    onChanges: (changes) => {
      if (changes.some(({ kind }) => kind === 'added')) wake();
    },
    onState: wake,
    onError: (error) => log.error({ err: error }, 'Following the mail queue broke off; it is tried again'),
  });
  wake();

  return {
    async idle() {
      while (working) await working;
    },
    async stop() {
      stopListening();
      alarm.clear();
      stopping.abort();
      await working;
    },
  };
}
