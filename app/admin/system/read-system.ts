import type { LoaderFunctionArgs } from 'react-router';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { type SystemFailure, systemWarnings } from '#core/system/system-report.ts';
import { localeSet } from '#site-config';
import { readAccountRequest } from '../../account/account-request.ts';
import { adminServices } from '../../context/context.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { requirePermission } from '../require-permission.ts';

/** Loads how the site runs; 403 without the right to see it. */
export async function readSystem(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  await requirePermission(request, 'system.read');
  const { locale } = request;
  const t = createAdminTranslator(locale);
  const services = args.context.get(adminServices);
  const [report, instances] = await Promise.all([services.readSystem(), services.readInstances()]);
  const { version, build, startedAt, host, isShared, jobs, mail, stored, backups, isSearchComplete } = report;
  const when = (at: number | undefined) =>
    at === undefined ? undefined : { at: new Date(at).toISOString(), text: formatMoment(locale, at) };
  const failed = (failure: SystemFailure | undefined) => failure && { when: when(failure.at), reason: failure.reason };
  const bytes = (size: number | undefined) => (size === undefined ? undefined : formatBytes(locale, size));
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
      derived: bytes(stored?.derived),
      disk: disk && {
        free: formatBytes(locale, disk.free),
        size: formatBytes(locale, disk.size),
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

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `1.2 GB` in the language of the page, as its region writes numbers. */
export function formatBytes(locale: Locale, bytes: number): string {
  const step = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const format = new Intl.NumberFormat(localeDefinition(localeSet, locale).language, {
    style: 'unit',
    unit: UNITS[step - 1] ?? 'kilobyte',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1_000 ** step);
}
