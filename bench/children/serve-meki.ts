import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { items } from '#core/content/collections.ts';
import { createJobBook } from '#core/jobs/job-book.ts';
import { publishItem } from '#core/publishing/publish-item.ts';
import { createAccounts } from '#server/accounts/create-accounts.ts';
import { createHttpServer, listen } from '#server/http/http-server.ts';
import { createLocaleFiles } from '#server/locales/locale-files.ts';
import { createLog } from '#server/log/log.ts';
import { createRateLimitedLog } from '#server/log/rate-limited-log.ts';
import { findBuild } from '#server/rendering/load-build.ts';
import { readEnvironment } from '#server/services/env.ts';
import { createMailer, createServices, identityOver, outboxPruner } from '#server/services/services.ts';
import { createSiteServer, type SiteServer } from '#server/site-server.ts';
import { createSystem } from '#server/system/create-system.ts';
import { createUploadSpace } from '#server/uploads/upload-space.ts';
import config from '#site-config';
import { PUBLISHER } from '../sites/publisher.ts';

/** Messages from the benchmark. */
type Message =
  | { kind: 'publish'; itemId: string; language: string; title: string }
  | { kind: 'watch-lag' | 'tell-lag' | 'tell-usage' };

/** Resolution of the event loop lag measurement in milliseconds. */
const LAG_RESOLUTION = 5;

/**
 * Child process: the product on a data folder, complete (`cached`) or without its page cache (`uncached`). On `{kind:
 * 'publish', itemId, language, title}` it changes a title, publishes it, and reports the time of the commit. On `{kind:
 * 'watch-lag'}` it starts to measure event loop lag, which it reports on `{kind: 'tell-lag'}`. On `{kind: 'tell-usage'}` it reports
 * what it has used of a database that bills.
 */
const [dataDir = '', mode = 'cached'] = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const log = await createLog('silent');
const reading = readEnvironment({ ...process.env, MEKI_DATA_DIR: dataDir });
if (!reading.ok) throw new Error(reading.problems.join('\n'));
const { environment } = reading;
const services = await createServices(environment, config, log, 'server');
const { store } = services;
const source = findBuild(join(root, 'build'));
const origin = 'http://localhost:3000';
const stop = new AbortController();
const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION });
const { listener, sockets } = serve(mode === 'cached');
const port = await listen(createHttpServer(listener, { sockets }).server, 0, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.on('message', (message: Message) => {
  if (message.kind === 'publish') return publishTitle(message);
  if (message.kind === 'watch-lag') return watchLag();
  if (message.kind === 'tell-usage') return process.send?.({ kind: 'usage', ...services.usage?.() });
  lag.disable();
  return process.send?.({ kind: 'lag', p99: Math.max(0, lag.percentile(99) / 1e6 - LAG_RESOLUTION) });
});
process.send?.({ kind: 'ready', port });

async function publishTitle({ itemId, language, title }: Extract<Message, { kind: 'publish' }>) {
  await store.commit([
    { kind: 'update', path: items.at(itemId).path, fields: { [`languages.${language}.title`]: title } },
  ]);
  const target = { id: itemId, languages: [language] };
  const outcome = await publishItem({ store, config }, PUBLISHER, target, { acceptWarnings: true });
  process.send?.({ kind: 'published', ok: outcome.ok, at: performance.timeOrigin + performance.now() });
}

function watchLag() {
  lag.reset();
  lag.enable();
}

function accountsOverStore() {
  return createAccounts({
    config,
    origin,
    store,
    localeFiles: createLocaleFiles(join(root, 'locales'), config),
    mailer: createMailer(environment, origin, log),
    pruneMail: outboxPruner(environment),
    trustedProxies: 1,
    createIdentity: identityOver(services, environment, config),
    log,
  });
}

function serve(keepsPages: boolean) {
  const accounts = accountsOverStore();
  const book = createJobBook();
  const about = { host: 'bench', version: '', build: source.info.id, startedAt: Date.now() };
  const system = createSystem({
    ...{
      services,
      dataDir: environment.dataDir,
      about,
      limits: environment.limits,
      build: source.info,
      book,
      sendsMail: false,
    },
    mailFailure: () => undefined,
    backups: () => undefined,
    measured: () => site.measured(),
  });
  const site: SiteServer = createSiteServer({
    config,
    origin,
    hsts: 'subdomains',
    log,
    services,
    accounts,
    source,
    refusals: createRateLimitedLog(log),
    root,
    dataDir: environment.dataDir,
    stop: stop.signal,
    book,
    signUp: 'open',
    readSystem: system.report,
    readInstances: system.instances,
    uploads: createUploadSpace({ folder: join(environment.dataDir, 'uploads') }),
    limits: environment.limits,
    keepsPages,
  });
  site.startBackgroundWork();
  return site;
}
