import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createDocumentIdentity } from '#adapters/document-identity/identity.ts';
import { createFullTextIndex } from '#adapters/full-text/search-index.ts';
import { createIconService } from '#adapters/iconify/icon-service.ts';
import { createIconSource } from '#adapters/iconify/icon-source.ts';
import { createOutboxMailer, pruneOutbox } from '#adapters/outbox/mailer.ts';
import { createPictures } from '#adapters/sharp/create-pictures.ts';
import type { TitleDesign } from '#adapters/sharp/draw-title.ts';
import { createSmtpMailer } from '#adapters/smtp/mailer.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import type { SignUpMode } from '#core/accounts/identity.ts';
import { auditLog } from '#core/audit/audit-log.ts';
import { contentCollectionsIn } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import { contentHash } from '#core/documents/content-hash.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { MisfitDocument } from '#core/documents/errors.ts';
import { passingOver } from '#core/documents/passing-over.ts';
import { presence } from '#core/drafts/presence.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import type { IconSource } from '#core/icons/icon-source.ts';
import { siteIcons } from '#core/icons/site-icons.ts';
import type { ImportFormat, ItemReader } from '#core/importing/item-reader.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import { historySettings } from '#core/items/thin-history.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { liveClients } from '#core/live/live-clients.ts';
import type { Pictures } from '#core/media/pictures.ts';
import { mailQueue } from '#core/messages/mail-queue.ts';
import { type Mailer, senderAddress } from '#core/messages/mailer.ts';
import { previews } from '#core/previews/previews.ts';
import { createItemSearch, type ItemSearch } from '#core/search/item-search.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { readSetting } from '#core/settings/settings.ts';
import { builds } from '#core/site/builds-collection.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { siteDay } from '#core/site/site-day.ts';
import { typeSegments } from '#core/site/type-segments.ts';
import { apiTokens } from '#core/tokens/api-tokens.ts';
import { unfinishedUploads } from '#core/uploads/unfinished-upload.ts';
import { localeSet } from '#site-config';
import type { CreateIdentity } from '../accounts/create-accounts.ts';
import { DATABASE, SEARCH, UPLOADS } from '../data-folder/data-folder.ts';
import { findSecret, readSecret } from '../data-folder/secret.ts';
import type { Log } from '../log/log.ts';
import type { Backend, BackendRole } from './backend.ts';
import type { Environment } from './env.ts';
import { refuseLostContents } from './lost-contents.ts';
import { requireSameSecret } from './same-secret.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** The product's own icons, the collection `meki`. */
const ICONS_FOLDER = fileURLToPath(new URL('../../app/ui/icons', import.meta.url));

const TITLE_PICTURE = fileURLToPath(new URL('../../app/ui/title-picture', import.meta.url));

/** The look of the preview pictures that show a page's title; its font has the letters of western European languages. */
const titleDesign: TitleDesign = {
  background: join(TITLE_PICTURE, 'background.svg'),
  font: join(TITLE_PICTURE, 'figtree-semibold.ttf'),
  fontFamily: 'Figtree',
  covered: /^[\u0020-\u00ff–—‘’“”•…€™]*$/,
};

const languages = localeSet.locales.map(({ code }) => code);

/** All collections of the product. */
export const collections: Collection[] = [
  ...contentCollectionsIn(languages),
  ...fileCollectionsIn(languages),
  ...accountCollections,
  mailQueue,
  messages,
  liveClients,
  auditLog,
  jobs,
  previews,
  siteDay,
  typeSegments,
  apiTokens,
  siteIcons,
  historySettings,
  presence,
  unfinishedUploads,
  builds,
];

/** The services of the product. */
export interface Services extends Backend {
  search: SearchIndex;
  /** Hash of everything except documents that its entries depend on. */
  searchIdentity: string;
  /** Over all items, including drafts. */
  itemSearch: ItemSearch;
  /** To be called once the search over items and files has everything. */
  noteSearchComplete(): void;
  icons: IconSource;
  /** Starts a process when the first picture is drawn. */
  pictures: Pictures;
}

/** The part of the environment that selects the backend. */
export type BackendSettings = Pick<Environment, 'dataDir'> & Partial<Pick<Environment, 'cloud' | 'secret'>>;

/**
 * Creates the services for an environment. The data folder must exist.
 * @throws {StoreUnavailable} with a message for the operator.
 * @param role `server` for the one server that a data folder can have; it calls `announce` once it listens
 * @throws {StartFailure} if another process prevents this one from using the data folder, and if parts of it are lost
 */
export async function createServices(
  settings: BackendSettings,
  config: SiteConfig,
  log: Pick<Log, 'warn'> & Partial<Pick<Log, 'info'>>,
  role: BackendRole = 'guest',
): Promise<Services> {
  const backend = await openBackend(settings, role);
  try {
    await refuseLostContents(backend, settings);
    if (settings.cloud && settings.secret !== undefined) {
      await requireSameSecret(backend.store, settings.secret, role === 'server');
    }
  } catch (error) {
    await backend.close();
    throw error;
  }
  const pictures = createPictures({
    titleDesign,
    scratch: join(settings.dataDir, UPLOADS),
    onCrash: (complaint) => log.warn({ complaint }, 'The process that resizes pictures crashed'),
  });
  // Where documents are billed, instances share a copy in the file store; their own disks end with them.
  const file = role === 'server' && !settings.cloud ? join(settings.dataDir, SEARCH) : undefined;
  const searchIdentity = identifySearch(config, file && join(settings.dataDir, DATABASE));
  const search = createFullTextIndex({
    languages: config.locales,
    identity: searchIdentity,
    ...(file !== undefined && { file }),
    onUnusable: (sentence, err) => (err ? log.warn({ err }, sentence) : log.info?.({}, sentence)),
  });
  const complete = Promise.withResolvers<void>();
  const onMisfit = (err: MisfitDocument) =>
    log.warn({ err }, 'A stored card does not fit; it is left out until its item is saved again');
  return {
    ...backend,
    ...(role === 'server' && { store: passingOver(backend.store, onMisfit) }),
    search,
    searchIdentity,
    itemSearch: createItemSearch(config, search, complete.promise),
    noteSearchComplete: complete.resolve,
    icons: createIcons(config, log),
    pictures,
    async close() {
      pictures.close();
      search.close();
      await backend.close();
    },
  };
}

/** @param database its documents: a file that was put in its place, such as a copy, has another history */
function identifySearch({ locales, contentTypes, tags }: SiteConfig, database: string | undefined): string {
  const inode = database && String(statSync(database, { bigint: true }).ino);
  return contentHash(['files', locales, contentTypes, tags, inode, process.versions.unicode]);
}

/** Loads only the adapters of the chosen backend. */
async function openBackend({ dataDir, cloud, secret }: BackendSettings, role: BackendRole): Promise<Backend> {
  if (!cloud && secret === undefined) findSecret(dataDir);
  if (!cloud) return (await import('./embedded-backend.ts')).openEmbeddedBackend(dataDir, collections, role);
  return (await import('./cloud-backend.ts')).openCloudBackend(cloud, readSecret(dataDir, secret), collections, {
    keepsIn: role === 'server' ? dataDir : undefined,
  });
}

function createIcons({ icons }: SiteConfig, log: Pick<Log, 'warn'>): IconSource {
  const warn = (message: string, error: unknown) => log.warn({ err: error }, message);
  const own = Object.entries(icons?.collections ?? {}).map(([prefix, places]) => [
    prefix,
    places.map((place) => resolve(PROJECT_FOLDER, place)),
  ]);
  return createIconSource({
    custom: { meki: [ICONS_FOLDER], ...Object.fromEntries(own) },
    service: icons?.service && createIconService({ hosts: icons.service, warn }),
    warn,
  });
}

/** The accounts on a backend, configured by the environment. */
export function identityOver(
  { store, passwords }: Pick<Backend, 'store' | 'passwords'>,
  environment: Pick<Environment, 'dataDir' | 'secret' | 'signUp'>,
  config: SiteConfig,
): CreateIdentity {
  return ({ origin, ...connections }) =>
    createDocumentIdentity({
      store,
      secret: readSecret(environment.dataDir, environment.secret),
      origins: [origin],
      languages: config.locales.map(({ code }) => code),
      readSignUpMode: async () => (await readSetting(store, config, 'sign-up', environment.signUp)) as SignUpMode,
      passwords,
      ...connections,
    });
}

/**
 * The configured mail server; without one, an outbox folder, and the code of each mail in the log, which proves that a person
 * who enters it operates the server.
 */
export function createMailer(
  environment: Pick<Environment, 'dataDir' | 'smtpUrl'>,
  origin: string,
  log: Pick<Log, 'info'>,
): Mailer {
  const from = senderAddress(environment.smtpUrl, origin);
  if (environment.smtpUrl !== undefined) return createSmtpMailer({ url: environment.smtpUrl, from });
  return createOutboxMailer({
    folder: join(environment.dataDir, 'outbox'),
    from,
    onWritten: (mail, file) =>
      log.info({ kind: mail.kind, file, ...(mail.code && { code: mail.code }) }, 'mail written'),
  });
}

/** Deletes old mails of the outbox, even if a mail server is configured now. */
export function outboxPruner({ dataDir }: Pick<Environment, 'dataDir'>): () => Promise<number> {
  return () => pruneOutbox(join(dataDir, 'outbox'));
}

/** An empty store in memory that accepts any data of the product's collections. */
export async function createScratchStore(): Promise<DocumentStore> {
  const { createMemoryDocumentStore } = await import('#adapters/memory/document-store.ts');
  return createMemoryDocumentStore({
    collections: collections.map((collection) => ({ ...collection, schema: z.unknown() })),
  });
}

const ITEM_READERS: { [format in ImportFormat]: () => Promise<ItemReader> } = {
  items: async () => (await import('#adapters/item-files/read-item-files.ts')).readItemFiles,
  csv: async () => (await import('#adapters/item-files/csv/read-csv.ts')).readCsv,
  markdown: async () => (await import('#adapters/item-files/markdown/read-markdown-posts.ts')).readMarkdownPosts,
  wordpress: async () => (await import('#adapters/item-files/wordpress/read-wordpress.ts')).readWordPress,
};

/** The reader of a format of content; loaded lazily. */
export function loadItemReader(format: ImportFormat = 'items'): Promise<ItemReader> {
  return ITEM_READERS[format]();
}

/** Prepares a folder for item files; loaded lazily. */
export async function loadItemWriter() {
  return (await import('#adapters/item-files/write-item-files.ts')).createItemFolder;
}
