import type { AccountEvent, RecordAccountEvent } from '#core/accounts/account-event.ts';
import type { Identity, SendAccountMail } from '#core/accounts/identity.ts';
import { limitNetworks } from '#core/accounts/limit-networks.ts';
import { createAccountAudit, createRefusalAudit, type RecordRefusal } from '#core/audit/account-audit.ts';
import { pruneAuditLog } from '#core/audit/audit-log.ts';
import { createClockWatch } from '#core/clock/clock-watch.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { pruneMessages } from '#core/inbox/change-message.ts';
import type { JobBook } from '#core/jobs/job-book.ts';
import { pruneClients } from '#core/live/live-clients.ts';
import { createAccountMailSender, createAccountNotices } from '#core/messages/account-mails.ts';
import { type ComposeMail, createMailComposer } from '#core/messages/compose-mail.ts';
import { createMailQueue } from '#core/messages/mail-queue.ts';
import { parseMailTexts } from '#core/messages/mail-texts.ts';
import type { Mailer } from '#core/messages/mailer.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { readPublishedSite } from '#core/public-content/published-site.ts';
import { readConfig } from '#core/settings/settings.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { steadyMilliseconds } from '../jobs/alarm.ts';
import type { LocaleFiles } from '../locales/locale-files.ts';
import type { Log } from '../log/log.ts';
import { type MailWorker, startMailWorker } from '../mail/mail-worker.ts';

/** Interval in milliseconds between deletions of expired documents. */
const SWEEP_INTERVAL = 3_600_000;

export interface AccountsOptions {
  config: SiteConfig;
  origin: string;
  store: DocumentStore;
  localeFiles: LocaleFiles;
  mailer: Mailer;
  /** Deletes old mail files of the data folder. */
  pruneMail: () => Promise<unknown>;
  createIdentity: CreateIdentity;
  /** Number of trusted proxies in front of the server. */
  trustedProxies: number;
  log: Log;
  book?: JobBook | undefined;
}

/** The account services: identity, account mail, and the audit log. */
export interface Accounts {
  identity: Identity;
  trustedProxies: number;
  compose: ComposeMail;
  /** Records a refusal in the audit log; a failure is logged. */
  noteRefusal: (...refusal: Parameters<RecordRefusal>) => void;
  /** Sends queued mail, and deletes expired documents every hour. */
  startBackgroundWork(): void;
  /** @see MailWorker.failure */
  mailFailure: () => ReturnType<MailWorker['failure']>;
  /** Queued mail stays for the next start. */
  close(): Promise<void>;
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { config, origin, store, mailer, pruneMail, createIdentity, log } = options;
  const compose = createComposer(options);
  const lookup = (userId: string) => identity.lookup(userId);
  const audit = createAccountAudit({ store, lookup });
  const recordRefusal = createRefusalAudit({ store });
  const notify = createAccountNotices({ store, compose, lookup });
  const report = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const record = (event: AccountEvent) => {
    void audit(event).catch(report('Failed to record an account event in the audit log'));
    void notify(event).catch(report('Failed to queue a notice about an account'));
  };
  const unlimited = createIdentity({
    origin,
    send: createAccountMailSender({ store, compose }),
    record,
    onError: report('A part of the accounts failed'),
  });
  const identity = limitNetworks(unlimited);
  let worker: MailWorker | undefined;
  let sweeping: ReturnType<typeof setInterval> | undefined;

  const clockWatch = createClockWatch({ now: Date.now, steady: steadyMilliseconds });

  async function sweep(): Promise<void> {
    // With a wrong clock, valid documents could be deleted: skip this run.
    if (clockWatch.hold() > 0) return;
    try {
      await identity.prune();
      await pruneAuditLog(store);
      await pruneMessages(store, { days: (await readConfig(store, config)).inbox?.retentionDays });
      await pruneClients(store);
      await pruneMail();
    } catch (error) {
      report('Failed to delete expired records')(error);
    }
  }

  return {
    identity,
    trustedProxies: options.trustedProxies,
    compose,
    noteRefusal: (...refusal) =>
      void recordRefusal(...refusal).catch(report('Failed to record a refused action in the audit log')),
    startBackgroundWork() {
      worker = startMailWorker({ queue: createMailQueue({ store }), mailer, store, log, book: options.book });
      sweeping = setInterval(sweep, SWEEP_INTERVAL);
      sweeping.unref();
    },
    mailFailure: () => worker?.failure(),
    async close() {
      clearInterval(sweeping);
      await identity.close();
      await worker?.stop();
    },
  };
}

/** What `admin.json` says of roles, unchecked. */
interface RoleTexts {
  roles: unknown;
  people: { roleHints?: unknown };
}

function readMailTexts(config: SiteConfig, files: LocaleFiles) {
  return parseMailTexts(
    Object.fromEntries(
      config.locales.map(({ code }) => {
        const mail = files.readMessages(code, 'mail');
        const { roles, people } = files.readMessages(code, 'admin') as Partial<RoleTexts>;
        return [code, { ...(mail as object), roles, roleHints: people?.roleHints }];
      }),
    ),
  );
}

/** Composes mails in the name that the owner published for the site. @throws Error if a language of the site has no texts */
function createComposer({ config, origin, store, localeFiles }: AccountsOptions): ComposeMail {
  const texts = readMailTexts(config, localeFiles);
  const content = createPublishedContent({ store, config });
  const composerOf = (site: SiteConfig) => createMailComposer({ config: site, origin, texts });
  composerOf(config);
  return async (to, wanted, contents) => {
    // An account may still have a language that the site has no more.
    const locale = config.locales.some(({ code }) => code === wanted) ? wanted : config.defaultLocale;
    const current = await readConfig(store, config);
    return composerOf(await readPublishedSite(current, content, locale))(to, locale, contents);
  };
}

/** Where accounts send mails, audit events and errors of background work. */
interface IdentityConnections {
  origin: string;
  send: SendAccountMail;
  record: RecordAccountEvent;
  onError: (error: unknown) => void;
}

export type CreateIdentity = (connections: IdentityConnections) => Identity;
