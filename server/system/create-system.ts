import { hostname } from 'node:os';
import type { JobBook } from '#core/jobs/job-book.ts';
import type { BackupFacts, SystemFailure, SystemReport } from '#core/system/system-report.ts';
import project from '../../package.json' with { type: 'json' };
import type { MeasuredState } from '../metrics/create-metrics.ts';
import type { Services } from '../services/services.ts';
import { createSystemFacts } from './system-facts.ts';

export interface SystemOptions {
  services: Pick<Services, 'store' | 'isShared' | 'usage'>;
  dataDir: string;
  build: SystemReport['build'];
  book: Pick<JobBook, 'all'>;
  sendsMail: boolean;
  mailFailure: () => SystemFailure | undefined;
  backups: () => BackupFacts | undefined;
  measured: () => Pick<MeasuredState, 'pages' | 'drafts' | 'isSearchComplete'>;
}

/** How the site runs, for Prometheus and for owners. */
export function createSystem(options: SystemOptions) {
  const { services, dataDir, build, book, sendsMail, mailFailure, backups, measured } = options;
  const startedAt = Date.now() - performance.now();
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
        ...{ version: project.version, build, startedAt, host: hostname(), isShared: services.isShared },
        jobs: book.all(),
        mail: {
          isSent: sendsMail,
          ...(mailsWaiting !== undefined && { waiting: mailsWaiting }),
          ...(failure && { failure }),
        },
        ...(stored && { stored }),
        ...(made && { backups: made }),
        isSearchComplete: measured().isSearchComplete,
      };
    },
  };
}
