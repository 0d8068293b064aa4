import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import doneIcon from '~icons/lucide/circle-check';
import { accountMeta } from '../../account/account-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { readSystem, type SystemData } from './read-system.ts';

export const loader = readSystem;

export const meta = accountMeta;

/** How the site runs, for owners. */
export default function SystemRoute() {
  const { title, warnings, server, instances, stored, backups, mail, jobs, isSearchComplete } =
    useLoaderData<typeof loader>();
  const t = useTranslations('admin.system');
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <Warnings warnings={warnings} />
      <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <Section id="server" title={t('server.title')}>
          <Fact name={t('server.version')}>{server.version}</Fact>
          <Fact name={t('server.build')}>
            <span className="break-all">{server.build}</span>
          </Fact>
          <Fact name={t('server.built')}>
            <Moment moment={server.built} />
          </Fact>
          <Fact name={t('server.started')}>
            <Moment moment={server.started} />
          </Fact>
          {!server.isShared && <Fact name={t('server.instances')}>{t('server.one', { host: server.host })}</Fact>}
          <Fact name={t('server.search')}>{t(isSearchComplete ? 'server.complete' : 'server.filling')}</Fact>
        </Section>
        <Section id="storage" title={t('storage.title')}>
          {(['database', 'files', 'derived'] as const).map((part) => {
            const size = stored[part];
            return size === undefined ? null : (
              <Fact key={part} name={t(`storage.${part}`)}>
                {part === 'files' && stored.quota !== undefined
                  ? t('storage.ofQuota', { size, quota: stored.quota })
                  : size}
              </Fact>
            );
          })}
          {stored.disk && (
            <Fact name={t('storage.left')}>
              {t('storage.leftOf', stored.disk)}
              <meter
                className="mt-1 block w-full max-w-60"
                aria-label={t('storage.leftPart')}
                min={0}
                max={100}
                low={10}
                optimum={100}
                value={stored.disk.freePercent}
              />
            </Fact>
          )}
        </Section>
        <Section id="backups" title={t('backups.title')}>
          {backups ? (
            <>
              <Fact name={t('backups.last')}>
                {backups.last ? <Moment moment={backups.last} /> : t('backups.none')}
              </Fact>
              <Fact name={t('backups.next')}>
                <Moment moment={backups.next} />
              </Fact>
              <Fact name={t('backups.kept')}>{t('backups.count', { count: backups.count })}</Fact>
              <Fact name={t('backups.folder')}>
                <span className="break-all">{backups.folder}</span>
              </Fact>
              <Failure failure={backups.failure} />
            </>
          ) : (
            <Fact name={t('backups.schedule')}>{t(server.isShared ? 'backups.ofServices' : 'backups.off')}</Fact>
          )}
        </Section>
        <Section id="mail" title={t('mail.title')}>
          <Fact name={t('mail.way')}>{t(mail.isSent ? 'mail.server' : 'mail.files')}</Fact>
          {mail.waiting !== undefined && (
            <Fact name={t('mail.waiting')}>{t('mail.count', { count: mail.waiting })}</Fact>
          )}
          <Failure failure={mail.failure} />
        </Section>
      </div>
      <Instances instances={instances} />
      <Jobs jobs={jobs} />
    </>
  );
}

/** What should be looked at, and what to do about it. */
function Warnings({ warnings }: Pick<SystemData, 'warnings'>) {
  const t = useTranslations('admin.system');
  if (warnings.length === 0) {
    return (
      <p className="mt-4 flex items-start gap-2.5 font-medium text-action">
        <Icon icon={doneIcon} className="mt-[0.2em] text-[1.125rem]" />
        {t('allWell')}
      </p>
    );
  }
  return (
    <section aria-labelledby="warnings" className="mt-5 rounded-card border-2 border-warning p-4 sm:p-5">
      <h2 id="warnings" className="font-semibold text-h3">
        {t('attention')}
      </h2>
      <ul className="mt-2 grid gap-3">
        {warnings.map((warning) => (
          <li key={warning} className="max-w-[65ch]">
            <p className="font-medium">{t(`warnings.${warning}.what`)}</p>
            <p className="text-ink-soft">{t(`warnings.${warning}.todo`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-semibold text-h3">
        {title}
      </h2>
      <dl className="mt-2 divide-y divide-line">{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </div>
  );
}

function Moment({ moment }: { moment: { at: string; text: string } | undefined }) {
  return moment ? <time dateTime={moment.at}>{moment.text}</time> : '—';
}

function Failure({ failure }: { failure: SystemData['mail']['failure'] }) {
  const t = useTranslations('admin.system');
  return failure ? (
    <Fact name={t('lastFailure')}>
      <Moment moment={failure.when} />
      <span className="block text-warning">{failure.reason}</span>
    </Fact>
  ) : null;
}

/** The servers of a site that several may serve; on a phone, one below the other. */
function Instances({ instances }: Pick<SystemData, 'instances'>) {
  const t = useTranslations('admin.system.instances');
  if (instances.length === 0) return null;
  return (
    <section aria-labelledby="instances" className="mt-8">
      <h2 id="instances" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <ul className="mt-2 divide-y divide-line">
        {instances.map(({ host, version, build, started, seen, startedAt, isOwn, isRunning }) => (
          <li key={`${host} ${startedAt}`} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-3">
            <span className="min-w-0 break-words font-medium">
              {host}
              {isOwn && <span className="font-normal text-ink-soft"> · {t('own')}</span>}
            </span>
            <span className="min-w-0 break-words">{t('version', { version, build })}</span>
            <span className="tabular-nums">
              <span className="text-fine text-ink-soft">{t('started')} </span>
              <Moment moment={started} />
              <br />
              <span className={`text-fine ${isRunning ? 'text-ink-soft' : 'text-warning'}`}>
                {t(isRunning ? 'seen' : 'silent')}{' '}
              </span>
              <Moment moment={seen} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The background jobs of this server; on a phone, one below the other. */
function Jobs({ jobs }: Pick<SystemData, 'jobs'>) {
  const t = useTranslations('admin.system.jobs');
  return (
    <section aria-labelledby="jobs" className="mt-8">
      <h2 id="jobs" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <ul className="mt-2 divide-y divide-line">
        {jobs.map(({ name, last, next, failure }) => (
          <li key={name} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-3">
            <span className="font-medium">{t(`names.${name}`)}</span>
            <span className="tabular-nums">
              <span className="text-fine text-ink-soft">{t('last')} </span>
              <Moment moment={last} />
            </span>
            <span className="tabular-nums">
              <span className="text-fine text-ink-soft">{t('next')} </span>
              {next ? <Moment moment={next} /> : t('onChange')}
            </span>
            {failure && (
              <span className="text-warning sm:col-span-full">
                {t('failed')} <Moment moment={failure.when} />: {failure.reason}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
