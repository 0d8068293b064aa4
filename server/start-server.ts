import { once } from 'node:events';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountOwners } from '#core/accounts/account-collections.ts';
import { items } from '#core/content/collections.ts';
import { fixedPageNotes, navigationNotes } from '#core/doctor/check-navigation.ts';
import { MisfitDocument, StoreUnavailable } from '#core/documents/errors.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { createJobBook, type JobBook } from '#core/jobs/job-book.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { withLease } from '#core/jobs/lease.ts';
import { FileStoreUnavailable } from '#core/media/file-store.ts';
import { prepareSiteConfig } from '#core/site/prepare-site-config.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import site from '#site-config';
import project from '../package.json' with { type: 'json' };
import { type Accounts, type AccountsOptions, createAccounts } from './accounts/create-accounts.ts';
import { type BackupKeeper, folderPlace, siteMark, startBackupKeeper, takeByCommand } from './backup/backup-keeper.ts';
import { bucketPlace } from './backup/bucket-backups.ts';
import { refuseWhileCopied } from './copying/copy-marks.ts';
import { DATABASE, PAGES, prepareDataFolder, UPLOADS } from './data-folder/data-folder.ts';
import { readSecret } from './data-folder/secret.ts';
import { connectionsOfOne } from './http/connection-limits.ts';
import { createHttpServer, listen, requireFreePort } from './http/http-server.ts';
import { judgePrepared } from './judge-site.ts';
import { createLocaleFiles } from './locales/locale-files.ts';
import { createLog, type Log, type LogFormat } from './log/log.ts';
import { createRateLimitedLog } from './log/rate-limited-log.ts';
import { requireMetricsPort, serveMetrics } from './metrics/serve-metrics.ts';
import { createProcessLife, limitHeapGrowth, type ProcessLife, tellReady } from './process/process-life.ts';
import { StartFailure, tellPlainly } from './process/start-failure.ts';
import { createPurger, idlePurgeWarning } from './purging/create-purger.ts';
import { readyMessage, wayToOwn } from './ready-message.ts';
import { type AppSource, findBuild } from './rendering/load-build.ts';
import { type Environment, readEnvironment, siteUrlWarning } from './services/env.ts';
import { SAMPLE_JOB } from './services/lost-contents.ts';
import { createMailer, createServices, identityOver, outboxPruner, type Services } from './services/services.ts';
import { createSiteServer, type SiteServer } from './site-server.ts';
import { createSystem } from './system/create-system.ts';
import { createUploadSpace } from './uploads/upload-space.ts';

/** The project's folder. */
export const PROJECT_ROOT = resolve(fileURLToPath(import.meta.url), '../..');

type Variables = { [name: string]: string | undefined };

/** Milliseconds after which another instance imports the sample site if the one that began was killed. */
const SEED_LEASE = 120_000;

/** Milliseconds after the server is ready in which only requests are answered. */
const BACKGROUND_AFTER = 20;

/** Milliseconds for requests in flight to finish after a stop was requested. */
const STOP_GRACE = 6_000;

/**
 * Starts the server from its environment and runs it until a stop is requested, then exits with 0 within 10 s, or with 1 after
 * an uncaught error. If it cannot start, writes the reasons to standard error, one per line, and exits with 1.
 */
export async function startServer(
  variables: Variables = process.env,
  openSource: () => AppSource | Promise<AppSource> = () => findBuild(resolve(PROJECT_ROOT, 'build')),
): Promise<void> {
  const life = createProcessLife();
  try {
    const running = await runServer(variables, openSource, life);
    limitHeapGrowth();
    await running?.stopped;
  } catch (error) {
    if (error instanceof StartFailure) {
      tellPlainly(error.lines, variables);
      process.exit(1);
    }
    life.fail(error);
  }
  await life.end();
}

/**
 * Starts the server from its environment and runs it until `stop` aborts. Handles no signals and never ends the process.
 * @param life provides `stop`, and receives the log once it exists
 * @param options.preparesPages whether to render and compress pages ahead of requests
 * @returns a promise that settles once the server has stopped; `undefined` if `stop` aborted before it listened
 * @throws {StartFailure} if it cannot start
 */
export async function runServer(
  variables: Variables,
  openSource: () => AppSource | Promise<AppSource>,
  { stop, reportEvery }: Pick<ProcessLife, 'stop' | 'reportEvery'>,
  { preparesPages = true }: { preparesPages?: boolean } = {},
): Promise<{ stopped: Promise<void> } | undefined> {
  const settings = await readSettings(variables);
  const { environment, config } = settings;
  const source = await openSource();
  const opened = await openServices(settings, source.info.id, reportEvery);
  const { dataDir, format, metrics, log, about, services } = opened;
  const book = createJobBook(Date.now, metrics?.enterJob);
  // Vite compiles the app while the rest starts. A build is loaded when a page is rendered, and most pages are kept.
  const app = source.mode === 'development' ? source.load('admin') : undefined;
  app?.catch(() => {});
  if (environment.sample) await orStartFailure(seedWhenEmpty(services, config, log, format));
  describeMissing(log, format, settings.missing);
  await logNotes(services, config, log);
  const origin = environment.origin ?? `http://localhost:${environment.port}`;
  const idle = environment.purge && idlePurgeWarning(config);
  for (const warning of [siteUrlWarning(config, { origin, mode: source.mode }), idle])
    if (warning !== undefined) log.warn(warning);
  const accounts = createSiteAccounts({ ...environment, dataDir }, { config, origin, services, log, book });
  const limited = createRateLimitedLog(log);
  const refusals = metrics?.countRefusals(limited) ?? limited;
  const purger = environment.purge && createPurger({ ...environment.purge, origin, log });
  let backups: BackupKeeper | undefined;
  const system = createSystem({
    ...{ services, dataDir, about, limits: environment.limits, build: source.info, book },
    sendsMail: environment.smtpUrl !== undefined,
    mailFailure: accounts.mailFailure,
    backups: () => backups?.facts(),
    measured: () => server.measured(),
  });
  const server: SiteServer = createSiteServer({
    ...{ config, root: PROJECT_ROOT, dataDir, preparesPages, signUp: environment.signUp, limits: environment.limits },
    ...{ readSystem: system.report, readInstances: system.instances },
    // Instances of the cloud backend may share the data folder of a machine.
    uploads: createUploadSpace({
      folder: join(dataDir, UPLOADS),
      isShared: services.isShared,
      largest: environment.limits.file,
    }),
    visitedFile: join(dataDir, 'visited-pages.json'),
    // Instances of the cloud backend have disks that end with them.
    ...(!services.isShared && { stored: { file: join(dataDir, PAGES), database: join(dataDir, DATABASE) } }),
    ...{ origin, hsts: environment.hsts, log, refusals, services, accounts, source, stop, purger, book, metrics },
  });
  const measuring =
    environment.metrics &&
    metrics &&
    (await serveMetrics({ settings: environment.metrics, metrics, log, state: system.measure }));
  const listener = measuring?.wrap(server.listener) ?? server.listener;
  const http = createHttpServer(source.wrap?.(listener) ?? listener, {
    sockets: server.sockets,
    arrivals: server.arrivals,
    limits: { connectionsOfOne: connectionsOfOne(environment.trustedProxies) },
    refusals,
  });
  await Promise.all([app, server.following]);
  if (stop.aborted) {
    await closeParts();
    return undefined;
  }
  const port = await listen(http.server, environment.port, environment.host).catch(async (error) => {
    await closeParts();
    throw error;
  });
  await announce(opened, environment, environment.origin ?? `http://localhost:${port}`);
  tellReady(variables, (err) => log.warn({ err }, 'systemd cannot be told that the server is ready'));
  // Those who have waited for the start come first.
  const starting = setTimeout(() => {
    server.startBackgroundWork();
    backups = keepBackups(environment, { origin, dataDir, variables, services, config, log, book });
  }, BACKGROUND_AFTER);
  return { stopped: untilStopped() };

  async function closeParts(): Promise<void> {
    await measuring?.close();
    await server.close();
    await purger?.stop();
    await accounts.close();
    await source.close?.();
    await services.close();
  }

  async function untilStopped(): Promise<void> {
    if (!stop.aborted) await once(stop, 'abort');
    clearTimeout(starting);
    await Promise.all([http.close(STOP_GRACE), server.endDrafts(), backups?.stop()]);
    await closeParts();
    log.info({ ...services.usage?.() }, 'stopped');
    log.flush();
  }
}

type Settings = Awaited<ReturnType<typeof readSettings>>;

/** The environment and the configuration, once nothing in them prevents the start. @throws {StartFailure} */
async function readSettings(variables: Variables) {
  const reading = readEnvironment(variables);
  if (!reading.ok) throw new StartFailure(reading.problems);
  const { environment, warnings } = reading;
  const prepared = prepareSiteConfig(site);
  const { problems, missing } = judgePrepared(PROJECT_ROOT, prepared);
  if (problems.length > 0) throw new StartFailure(problems);
  await requireFreePort(environment.port, environment.host);
  await requireMetricsPort(environment.metrics);
  return { environment, warnings, config: prepared.config, missing };
}

/** Opens what the server works on, with its log, and measures it if that is wanted. @throws {StartFailure} */
async function openServices(
  { environment, warnings, config }: Settings,
  build: string,
  reportEvery: ProcessLife['reportEvery'],
) {
  const dataDir = resolve(environment.dataDir);
  prepareDataFolder(dataDir);
  const format = environment.log ?? (process.stdout.isTTY ? 'pretty' : 'json');
  const processLog = await createLog(format, environment.logLevel);
  const metrics = environment.metrics && (await loadMetrics(config, build));
  const log = metrics?.countRequests(processLog) ?? processLog;
  if (format !== 'silent') reportEvery(processLog, format === 'json');
  for (const warning of warnings) log.warn(warning);
  const opened = await orStartFailure(createServices({ ...environment, dataDir }, config, log, 'server'));
  const startedAt = Math.round(Date.now() - performance.now());
  const about = { host: hostname(), version: project.version, build, startedAt };
  const found = await refuseWhileCopied(opened, about, (error) =>
    log.warn({ err: error }, 'Copies cannot learn that this server runs'),
  );
  return { dataDir, format, metrics, log, about, services: metrics?.countCalls(found) ?? found };
}

function createSiteAccounts(
  environment: Environment,
  { services, ...rest }: Pick<AccountsOptions, 'config' | 'origin' | 'log' | 'book'> & { services: Services },
): Accounts {
  return createAccounts({
    ...rest,
    store: services.store,
    localeFiles: createLocaleFiles(resolve(PROJECT_ROOT, 'locales'), rest.config),
    mailer: createMailer(environment, rest.origin, rest.log),
    pruneMail: outboxPruner(environment),
    trustedProxies: environment.trustedProxies,
    createIdentity: identityOver(services, environment, rest.config),
  });
}

interface BackupsOptions {
  origin: string;
  dataDir: string;
  variables: Variables;
  services: Services;
  config: SiteConfig;
  log: Log;
  book: JobBook;
}

/** Takes backups at their times, if that is wanted. */
function keepBackups(
  { backups, secret }: Pick<Environment, 'backups' | 'secret'>,
  { origin, dataDir, variables, services, config, log, book }: BackupsOptions,
): BackupKeeper | undefined {
  if (!backups) return undefined;
  const { to, times, keep } = backups;
  const site = siteMark(origin, readSecret(dataDir, secret));
  const take = takeByCommand(PROJECT_ROOT, { ...variables, MEKI_DATA_DIR: dataDir });
  const place =
    'folder' in to
      ? folderPlace(resolve(to.folder), take)
      : bucketPlace({
          ...{ files: services.files, prefix: to.prefix, site, dataDir, take },
        });
  const store = services.isShared ? services.store : undefined;
  return startBackupKeeper({ ...{ place, site, times, keep, timeZone: config.timeZone, store, log, book } });
}

/** Nothing of it is loaded where nothing is measured. */
async function loadMetrics(config: SiteConfig, build: string) {
  const { createMetrics } = await import('./metrics/create-metrics.ts');
  return createMetrics(config, { version: project.version, build });
}

/** @throws {StartFailure} if the database or the files cannot be used */
async function orStartFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StoreUnavailable || error instanceof FileStoreUnavailable)) throw error;
    throw new StartFailure(error.message, { cause: error });
  }
}

async function seedWhenEmpty(services: Services, config: SiteConfig, log: Log, format: LogFormat): Promise<void> {
  const { store, files, pictures } = services;
  const isEmpty = async () => (await store.runQuery({ collection: items.name, limit: 1 })).length === 0;
  // A start that was killed meanwhile still holds the lease, and may have brought in a part.
  const isBegun = ((await getDocument(store, jobs.at(SAMPLE_JOB)))?.data.until ?? 0) > 0;
  if (!isBegun && !(await isEmpty())) return;
  const say = (text: string) => {
    if (format === 'pretty') process.stdout.write(`${text}\n`);
    else log.info(text);
  };
  const { seedSample, whySampleDoesNotFit } = await import('./importing/seed-sample.ts');
  const folder = resolve(PROJECT_ROOT, 'sample');
  const reason = await whySampleDoesNotFit({ config, folder });
  if (reason !== undefined) {
    say(`The site is empty. Nothing of the sample site was imported: ${reason}`);
    return;
  }
  await withLease(store, { name: SAMPLE_JOB, length: SEED_LEASE }, async () => {
    if (!isBegun && !(await isEmpty())) return;
    say('The site is empty: filling it with the sample site …');
    await seedSample({ store, files, pictures, config, actor: { kind: 'system' }, folder });
  });
}

/** Says what is not published. A document that does not fit prevents these notes, not the start. */
async function logNotes({ store }: Services, config: SiteConfig, log: Log): Promise<void> {
  try {
    for (const note of await navigationNotes(store, config)) log.warn(note);
    for (const note of await fixedPageNotes(store, config)) log.info(note);
  } catch (err) {
    if (!(err instanceof MisfitDocument)) throw err;
    log.error({ err }, 'A stored document does not fit');
  }
}

/** Says at once what the languages of the site lack, by file and key. */
function describeMissing(log: Log, format: LogFormat, missing: string[]): void {
  if (missing.length === 0) return;
  const about = 'Some texts are missing; those of another language are shown.';
  if (format === 'pretty') process.stdout.write(`${[about, ...missing].join('\n  ')}\n`);
  else log.warn({ missing }, about);
}

async function announce(
  { format, log, dataDir: dataFolder, services }: Awaited<ReturnType<typeof openServices>>,
  { signUp, smtpUrl }: Environment,
  address: string,
): Promise<void> {
  const hasOwner = (await getDocument(services.store, accountOwners.at())) !== undefined;
  services.announce(address);
  const facts = { address, hasOwner, signUp, sendsMail: smtpUrl !== undefined };
  const startedIn = Math.round(performance.now());
  if (format === 'pretty') {
    process.stdout.write(
      readyMessage({ name: Object.values(site.name)[0] ?? 'Meki', dataFolder, startedIn, ...facts }),
    );
  } else {
    const own = wayToOwn(facts);
    const usage = services.usage?.();
    log.info({ address, dataFolder, ms: startedIn, hasOwner, ...(own !== undefined && { own }), ...usage }, 'ready');
    log.flush();
  }
}
