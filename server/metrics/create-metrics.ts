import { AsyncLocalStorage } from 'node:async_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DocumentStore, StoreUsage } from '#core/documents/document-store.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { EnterJob, JobFacts, JobName } from '#core/jobs/job-book.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import type { BackupFacts, StoredBytes } from '#core/system/system-report.ts';
import type { Log } from '../log/log.ts';
import type { RateLimitedLog } from '../log/rate-limited-log.ts';
import { isAdminRequest } from '../middleware/is-admin-request.ts';
import type { Services } from '../services/services.ts';

/** What the server tells when it is asked, at most once for each scrape. */
export interface MeasuredState {
  jobs: { name: JobName; facts: JobFacts }[];
  pages: { kept: number; bytes: number };
  drafts: { open: number; sockets: number };
  isSearchComplete: boolean;
  usage: StoreUsage | undefined;
  /** Missing while the database cannot be asked. */
  mailsWaiting?: number;
  stored?: StoredBytes;
  /** Missing where this server makes none. */
  backups?: BackupFacts | undefined;
}

/** Measurements of one process for Prometheus. */
export interface Metrics {
  /** The log, whose entries about requests are also counted. */
  countRequests<L extends Log>(log: L): L;
  countRefusals(refusals: RateLimitedLog): RateLimitedLog;
  /** The services, whose calls of the database are counted for what causes them. */
  countCalls(services: Services): Services;
  /** A store for a part of the server that nothing else names. */
  storeOf<Store extends DocumentStore>(act: 'draft', store: Store): Store;
  enterJob: EnterJob;
  /** Runs what answers a request, which calls of the database are counted for. */
  enterRequest(method: string | undefined, url: string | undefined, answer: () => void): void;
  /** Times each render. */
  timeRenders<A extends unknown[], R extends { status: number }>(
    kind: 'public' | 'admin' | 'contact' | 'preview',
    render: (...args: A) => Promise<R>,
  ): (...args: A) => Promise<R>;
  /** In the text format of Prometheus. */
  text(state: MeasuredState): Promise<string>;
  contentType: string;
}

/** In seconds. Source: Meki's own; a kept page takes less than 1 ms, a render some 10 ms, a timeout 15 s. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** @param info.version of Meki @param info.build the id of the build */
export function createMetrics(set: LocaleSet, info: { version: string; build: string }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const acts = new AsyncLocalStorage<string>();
  const setState = createStateGauges(registers, info);
  const { requests, durations, hits, refused, renders, calls, reads, writes } = createCounters(registers);

  const noteFor =
    (fallback: string): NoteCall =>
    (call, read, written) => {
      const act = acts.getStore() ?? fallback;
      calls.inc({ act, call });
      if (read > 0) reads.inc({ act }, read);
      if (written > 0) writes.inc({ act }, written);
    };

  return {
    contentType: registry.contentType,
    countRequests: (log) => ({
      ...log,
      access(entry) {
        const kind = requestKind(set, entry.path);
        const method = METHODS.has(entry.method) ? entry.method : 'other';
        requests.inc({ kind, method, status: entry.status });
        durations.observe({ kind }, entry.ms / 1_000);
        if (kind === 'page' || kind === 'search') hits.inc({ result: entry.hit ? 'hit' : 'miss' });
        log.access(entry);
      },
    }),
    countRefusals: (refusals) => ({
      warn(kind, ...rest) {
        refused.inc({ kind });
        refusals.warn(kind, ...rest);
      },
    }),
    countCalls: (services) => ({
      ...services,
      store: countStore(services.store, noteFor('background')),
      draftLog: countDraftLog(services.draftLog, noteFor('draft')),
    }),
    storeOf: (act, store) => ({ ...store, ...countStore(store, noteFor(act)) }),
    enterJob: (name, work) => acts.run(`job-${name}`, work),
    enterRequest(method = '', url = '', answer) {
      const kind = requestKind(set, url.split('?', 1)[0] ?? '');
      acts.run(method === 'GET' || method === 'HEAD' ? kind : `${kind}-write`, answer);
    },
    timeRenders:
      (kind, render) =>
      async (...args) => {
        const end = renders.startTimer({ kind });
        try {
          const rendered = await render(...args);
          end({ result: rendered.status >= 500 ? 'failed' : 'done' });
          return rendered;
        } catch (error) {
          end({ result: 'failed' });
          throw error;
        }
      },
    async text(state) {
      setState(state);
      return registry.metrics();
    },
  };
}

function createCounters(registers: Registry[]) {
  const requests = new Counter({
    ...{ name: 'meki_http_requests_total', help: 'Requests answered, by kind, method and status.', registers },
    labelNames: ['kind', 'method', 'status'],
  });
  const durations = new Histogram({
    ...{ name: 'meki_http_request_duration_seconds', help: 'Time until the answer was ready, by kind.', registers },
    ...{ labelNames: ['kind'], buckets: SECONDS },
  });
  const hits = new Counter({
    ...{
      name: 'meki_page_requests_total',
      help: 'Requests for public pages, by whether the page was kept.',
      registers,
    },
    labelNames: ['result'],
  });
  const refused = new Counter({
    ...{ name: 'meki_refusals_total', help: 'Requests and connections refused because of overload.', registers },
    labelNames: ['kind'],
  });
  const renders = new Histogram({
    ...{ name: 'meki_render_duration_seconds', help: 'Time to render a page, by kind and result.', registers },
    ...{ labelNames: ['kind', 'result'], buckets: SECONDS },
  });
  const calls = new Counter({
    ...{ name: 'meki_database_calls_total', help: 'Calls of the database, by what caused them.', registers },
    labelNames: ['act', 'call'],
  });
  const reads = new Counter({
    ...{
      name: 'meki_database_reads_total',
      help: 'Documents read, as a cloud database bills them, by act.',
      registers,
    },
    labelNames: ['act'],
  });
  const writes = new Counter({
    ...{ name: 'meki_database_writes_total', help: 'Documents written or deleted, by act.', registers },
    labelNames: ['act'],
  });
  return { requests, durations, hits, refused, renders, calls, reads, writes };
}

/** @returns a function that sets the values of what is asked for at each scrape */
function createStateGauges(registers: Registry[], info: { version: string; build: string }) {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name, help, registers, labelNames });
  gauge('meki_info', 'The version and the build.', ['version', 'build']).set(info, 1);
  const pages = gauge('meki_pages_kept', 'Public pages kept in memory.');
  const pageBytes = gauge('meki_page_cache_bytes', 'Memory of the kept pages.');
  const drafts = gauge('meki_drafts_open', 'Drafts in memory.');
  const sockets = gauge('meki_draft_sockets', 'WebSockets of editors.');
  const search = gauge('meki_search_complete', 'Whether the search finds everything: 1, or 0 after a start.');
  const last = gauge('meki_job_last_success_timestamp_seconds', 'When the last run of a job ended.', ['name']);
  const next = gauge('meki_job_next_timestamp_seconds', 'When the next run of a job is due.', ['name']);
  const failing = gauge('meki_job_failing', 'Whether the last run of a job failed.', ['name']);
  const failures = gauge('meki_job_failures', 'Failed runs of a job since the start.', ['name']);
  const mails = gauge('meki_mails_waiting', 'Mails in the queue.');
  const stored = gauge('meki_stored_bytes', 'What the site takes, by part.', ['part']);
  const diskSize = gauge('meki_disk_size_bytes', 'The file system of the data folder.');
  const diskFree = gauge('meki_disk_free_bytes', 'What may still be written to it.');
  const billedReads = gauge(
    'meki_database_billed_reads',
    'Documents that the database billed as read since the start.',
  );
  const billedWrites = gauge('meki_database_billed_writes', 'Documents billed as written since the start.');
  const backupAge = gauge('meki_backup_age_seconds', 'Age of the last backup that was verified.');

  const backupLate = gauge('meki_backup_late', 'Whether the last backup is older than the schedule.');

  return (state: MeasuredState): void => {
    pages.set(state.pages.kept);
    pageBytes.set(state.pages.bytes);
    drafts.set(state.drafts.open);
    sockets.set(state.drafts.sockets);
    search.set(state.isSearchComplete ? 1 : 0);
    next.reset();
    for (const { name, facts } of state.jobs) {
      if (facts.lastAt !== undefined) last.set({ name }, facts.lastAt / 1_000);
      if (facts.nextAt !== undefined) next.set({ name }, facts.nextAt / 1_000);
      failing.set({ name }, facts.failure ? 1 : 0);
      failures.set({ name }, facts.failures);
    }
    const { database, derived = 0, files = 0, disk } = state.stored ?? {};
    if (state.stored) {
      stored.set({ part: 'derived' }, derived);
      stored.set({ part: 'files' }, files);
    }
    if (database !== undefined) stored.set({ part: 'database' }, database);
    setKnown(diskSize, disk?.size);
    setKnown(diskFree, disk?.free);
    setKnown(mails, state.mailsWaiting);
    setKnown(billedReads, state.usage?.reads);
    setKnown(billedWrites, state.usage?.writes);
    const { lastAt, isLate } = state.backups ?? {};
    setKnown(backupAge, lastAt && (Date.now() - lastAt) / 1_000);
    setKnown(backupLate, isLate === undefined ? undefined : Number(isLate));
  };
}

/** A value that is not known is left out, so that nobody takes an old one for true. */
function setKnown(gauge: Gauge<never>, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

/** Receives a call of the database with the documents that a cloud database would bill for it. */
type NoteCall = (call: string, reads: number, writes: number) => void;

/** A store whose calls are told; what is listened to is not. */
function countStore<Store extends DocumentStore>(store: Store, note: NoteCall): Store {
  return {
    ...store,
    batchGet(paths) {
      note('get', paths.length, 0);
      return store.batchGet(paths);
    },
    async runQuery(query) {
      const found = await store.runQuery(query);
      note('query', Math.max(1, found.length), 0);
      return found;
    },
    runAggregation(query, aggregations) {
      note('aggregate', 1, 0);
      return store.runAggregation(query, aggregations);
    },
    commit(writes) {
      note('commit', 0, writes.filter(({ kind }) => kind !== 'verify').length);
      return store.commit(writes);
    },
  };
}

/** A log of drafts whose reads and writes are told. */
function countDraftLog(log: DraftLog, note: NoteCall): DraftLog {
  return {
    ...log,
    async read(name, after) {
      const entries = await log.read(name, after);
      note('draft-read', Math.max(1, entries.length), 0);
      return entries;
    },
    append(name, update, patience) {
      note('draft-append', 0, 1);
      return log.append(name, update, patience);
    },
    compact(name, through, merged) {
      note('draft-compact', 0, 1);
      return log.compact(name, through, merged);
    },
    settle(name, through) {
      note('draft-settle', 0, 1);
      return log.settle(name, through);
    },
  };
}

/** What requests are counted by; a fixed set, whatever is asked for. */
export const REQUEST_KINDS = ['page', 'search', 'admin', 'live', 'api', 'media', 'asset', 'probe', 'resource'] as const;

type RequestKind = (typeof REQUEST_KINDS)[number];

/** Paths that are the same in all languages; `resource` is the rest of what is no page. */
const PREFIXES: [prefix: string, kind: RequestKind][] = [
  ['/assets/', 'asset'],
  ['/media/', 'media'],
  ['/files/', 'media'],
  ['/api/v1/', 'api'],
  ['/admin/live/', 'live'],
  ['/api/', 'resource'],
  ['/builds/', 'resource'],
  ['/locales/', 'resource'],
  ['/__nuxt_island/', 'resource'],
];

/** The kind of a request by its path, without the query. */
export function requestKind(set: LocaleSet, path: string): RequestKind {
  if (path === '/healthz' || path === '/readyz') return 'probe';
  const known = PREFIXES.find(([prefix]) => path.startsWith(prefix));
  if (known) return known[1];
  if (isAdminRequest(set, path)) return 'admin';
  if (/\.(?!data$)[a-z0-9]{2,5}$/i.test(path) && !path.endsWith('_payload.json')) return 'resource';
  return splitLocale(set, path.replace(/\.data$/, '')).path === '/search' ? 'search' : 'page';
}
