import { join } from 'node:path';
import { contentPath } from '#core/content/collections.ts';
import { publish } from '#core/content/publish.ts';
import { createPublishedContent } from '#core/content/published-content-reader.ts';
import { createAccounts } from '#server/accounts/create-accounts.ts';
import { createApp } from '#server/create-server.ts';
import { createHttpServer, createRequestListener, listen } from '#server/http/http-server.ts';
import { createStaticAssets } from '#server/http/static-assets.ts';
import { findBuild } from '#server/load-build.ts';
import { createLocaleFiles } from '#server/locale-files.ts';
import { createLog } from '#server/log.ts';
import { createPageRenderer } from '#server/render-page.ts';
import { startSearchFeeder } from '#server/search-feeder.ts';
import { createMailer, createServices, identityOver, outboxPruner } from '#server/services.ts';
import { createSiteServer } from '#server/site-server.ts';
import config from '#site-config';

/**
 * Run as a child process: the product on a data folder, either whole (`cached`) or without its page cache, so that every
 * page is rendered anew (`uncached`), or whole without the cache, which would render every page ahead (`admin`). On the message `{kind: 'publish', itemId, language, title}` it changes a title,
 * publishes it, and says when that was committed.
 */
const [dataDir = '', mode = 'cached'] = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const log = await createLog('silent');
const services = createServices({ dataDir }, config, log);
const { store, search, icons } = services;
const source = findBuild(join(root, 'build'));
const origin = 'http://localhost:3000';
const stop = new AbortController();
const listener = mode === 'uncached' ? withoutCache() : whole(mode === 'admin' ? 'development' : 'production');
const port = await listen(createHttpServer(listener), 0, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.on('message', async ({ itemId, language, title }: { itemId: string; language: string; title: string }) => {
  await store.commit([
    { kind: 'update', path: contentPath.item(itemId), fields: { [`languages.${language}.title`]: title } },
  ]);
  const outcome = await publish({ store, config, actor: { kind: 'system' } }, itemId, [language]);
  process.send?.({ kind: 'published', ok: outcome.ok, at: performance.timeOrigin + performance.now() });
});
process.send?.({ kind: 'ready', port });

function whole(as: 'production' | 'development') {
  const environment = { dataDir, secret: undefined, signUp: 'open' as const, smtpUrl: undefined };
  const accounts = createAccounts({
    config,
    origin,
    store,
    localeFiles: createLocaleFiles(join(root, 'locales'), config),
    mailer: createMailer(environment, origin, log),
    pruneMail: outboxPruner(environment),
    trustedProxies: 0,
    createIdentity: identityOver(store, environment, config),
    log,
  });
  const server = createSiteServer({
    config,
    origin,
    log,
    services,
    accounts,
    source: { ...source, mode: as },
    root,
    stop: stop.signal,
  });
  server.startBackgroundWork();
  return server.listener;
}

function withoutCache() {
  const content = createPublishedContent({ store, config });
  const renderer = createPageRenderer({
    loadApp: source.load,
    mode: 'production',
    services: { config, origin, search, icon: icons.icon },
  });
  const app = createApp({
    config,
    origin,
    log,
    store,
    render: renderer.page,
    cache: undefined,
    assets: createStaticAssets(source.clientFolder, []),
    localeFiles: createLocaleFiles(join(root, 'locales'), config),
    routes: [],
  });
  startSearchFeeder({ store, content, config, index: search, log });
  return createRequestListener({ app });
}
