import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { JobBook } from '#core/jobs/job-book.ts';
import { media } from '#core/media/media.ts';
import type { MediaLimits } from '#core/media/media-limits.ts';
import { mailQueue } from '#core/messages/mail-queue.ts';
import type { BackupFacts, Instance, StoredBytes, SystemFailure, SystemReport } from '#core/system/system-report.ts';
import { type AboutServer, listInstances } from '../copying/copy-marks.ts';
import { DATABASE, PAGES, SEARCH } from '../data-folder/data-folder.ts';
import type { MeasuredState } from '../metrics/create-metrics.ts';
import type { Services } from '../services/services.ts';

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
  const facts = createSystemFacts(services.store, { dataDir, isShared: services.isShared });
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

/** Reads how much the site takes. Costs one aggregation. @throws {StoreUnavailable} */
export async function readStoredBytes(
  store: Pick<DocumentStore, 'runAggregation'>,
  { dataDir, isShared }: { dataDir: string; isShared: boolean },
): Promise<StoredBytes> {
  const bytesOf = async (...names: string[]) => {
    const sizes = await Promise.all(
      names.map((name) =>
        stat(join(dataDir, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const [database, derived, [files], disk] = await Promise.all([
    bytesOf(DATABASE, `${DATABASE}-wal`),
    bytesOf(PAGES, `${PAGES}-wal`, SEARCH, `${SEARCH}-wal`),
    store.runAggregation({ collection: media.name }, [{ kind: 'sum', field: 'bytes' }]),
    statfs(dataDir).catch(() => undefined),
  ]);
  return {
    ...(!isShared && { database }),
    derived,
    files: files ?? 0,
    ...(disk && { disk: { size: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize } }),
  };
}

/** Milliseconds for which what was read holds: it costs two aggregations. Source: Meki's own. */
const HOLDS = 30_000;

/** What must be asked for: members are missing where that was not possible. */
interface SystemFacts {
  mailsWaiting?: number;
  stored?: StoredBytes;
}

/** @returns a function that reads them, at most every 30 s */
function createSystemFacts(
  store: Pick<DocumentStore, 'runAggregation'>,
  place: Parameters<typeof readStoredBytes>[1],
): () => Promise<SystemFacts> {
  let known: { at: number; facts: Promise<SystemFacts> } | undefined;

  async function read(): Promise<SystemFacts> {
    const [mails, stored] = await Promise.all([
      store.runAggregation({ collection: mailQueue.name }, [{ kind: 'count' }]).catch(() => undefined),
      readStoredBytes(store, place).catch(() => undefined),
    ]);
    const mailsWaiting = mails?.[0] ?? undefined;
    return { ...(mailsWaiting !== undefined && { mailsWaiting }), ...(stored && { stored }) };
  }

  return () => {
    const now = Date.now();
    if (!known || Math.abs(now - known.at) >= HOLDS) known = { at: now, facts: read() };
    return known.facts;
  };
}
