import type { LoaderFunctionArgs } from 'react-router';
import { localeDefinition } from '#core/locales/locale.ts';
import { type SystemFailure, systemWarnings } from '#core/system/system-report.ts';
import { localeSet } from '#site-config';
import { readAccountRequest } from '../../account/account-request.ts';
import { adminServices } from '../../context/context.ts';
import { formatBytes } from '../../i18n/format-bytes.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { requirePermission } from '../require-permission.ts';

/** Loads how the site runs; 403 without the right to see it. */
export async function readSystem(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  await requirePermission(request, 'system.read');
  const { locale } = request;
  const { language } = localeDefinition(localeSet, locale);
  const t = createAdminTranslator(locale);
  const services = args.context.get(adminServices);
  const [report, instances] = await Promise.all([services.readSystem(), services.readInstances()]);
  const { version, build, startedAt, host, isShared, jobs, mail, stored, backups, isSearchComplete } = report;
  const when = (at: number | undefined) =>
    at === undefined ? undefined : { at: new Date(at).toISOString(), text: formatMoment(locale, at) };
  const failed = (failure: SystemFailure | undefined) => failure && { when: when(failure.at), reason: failure.reason };
  const bytes = (size: number | undefined) => (size === undefined ? undefined : formatBytes(language, size));
  const disk = stored?.disk;
  return {
    pageMessages: readPageMessages(locale, 'system'),
    title: t('pages.system'),
    warnings: systemWarnings(report),
    server: { version, build: build.id, built: when(build.timestamp), started: when(startedAt), host, isShared },
    instances: instances.map((one) => ({
      ...one,
      started: when(one.startedAt),
      seen: when(one.seenAt),
      isOwn: one.host === host && one.startedAt === startedAt,
    })),
    stored: {
      database: bytes(stored?.database),
      files: bytes(stored?.files),
      quota: bytes(report.quota),
      derived: bytes(stored?.derived),
      disk: disk && {
        free: formatBytes(language, disk.free),
        size: formatBytes(language, disk.size),
        freePercent: Math.round((disk.free / disk.size) * 100),
      },
    },
    backups: backups && {
      folder: backups.folder,
      count: backups.count,
      last: when(backups.lastAt),
      next: when(backups.nextAt),
      failure: failed(backups.failure),
    },
    mail: { waiting: mail.waiting, isSent: mail.isSent, failure: failed(mail.failure) },
    // Backups have a section of their own.
    jobs: jobs
      .filter(({ name }) => name !== 'backup')
      .map(({ name, facts }) => ({
        name,
        last: when(facts.lastAt),
        next: when(facts.nextAt),
        failure: failed(facts.failure),
      })),
    isSearchComplete,
  };
}

export type SystemData = Awaited<ReturnType<typeof readSystem>>;
