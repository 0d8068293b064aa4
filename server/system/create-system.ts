import type { JobBook } from '#core/jobs/job-book.ts';
import type { MediaLimits } from '#core/media/media-limits.ts';
import type { BackupFacts, Instance, SystemFailure, SystemReport } from '#core/system/system-report.ts';
import { type AboutServer, listInstances } from '../copying/copy-marks.ts';
import type { MeasuredState } from '../metrics/create-metrics.ts';
import type { Services } from '../services/services.ts';
import { createSystemFacts } from './system-facts.ts';

export interface SystemOptions {
  services: Pick<Services, 'store' | 'isShared' | 'usage'>;
  dataDir: string;
  about: AboutServer;
  limits: Pick<MediaLimits, 'quota'>;
  build: SystemReport['build'];
  book: Pick<JobBook, 'all'>;
  sendsMail: boolean;
  mailFailure: () => SystemFailure | undefined;
  backups: () => BackupFacts | undefined;
  measured: () => Pick<MeasuredState, 'pages' | 'drafts' | 'isSearchComplete'>;
}

/** How the site runs, for Prometheus and for owners. */
export function createSystem(options: SystemOptions) {
  const { services, dataDir, about, limits, build, book, sendsMail, mailFailure, backups, measured } = options;
  const facts = createSystemFacts({ store: services.store, dataDir, isShared: services.isShared });
  return {
    async measure(): Promise<MeasuredState> {
      const usage = services.usage?.();
      return { ...measured(), ...(await facts()), jobs: book.all(), usage, backups: backups() };
    },
    async report(): Promise<SystemReport> {
      const { mailsWaiting, stored } = await facts();
      const [failure, made] = [mailFailure(), backups()];
      return {
        ...{ version: about.version, build, startedAt: about.startedAt, host: about.host, isShared: services.isShared },
        jobs: book.all(),
        mail: {
          isSent: sendsMail,
          ...(mailsWaiting !== undefined && { waiting: mailsWaiting }),
          ...(failure && { failure }),
        },
        ...(stored && { stored }),
        ...(limits.quota !== undefined && { quota: limits.quota }),
        ...(made && { backups: made }),
        isSearchComplete: measured().isSearchComplete,
      };
    },
    instances: async (): Promise<Instance[]> => (services.isShared ? listInstances(services.store, Date.now()) : []),
  };
}
