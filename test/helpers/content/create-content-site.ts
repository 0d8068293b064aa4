import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { type AuditActor, auditLog } from '#core/audit/audit-log.ts';
import { contentCollections, items } from '#core/content/collections.ts';
import type { Item, ItemLanguage } from '#core/content/item.ts';
import type { ContentType, MissingLanguagePolicy } from '#core/content-types/content-type.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import { siteIcons } from '#core/icons/site-icons.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import { stageItem } from '#core/item-cards/stage-item.ts';
import { historySettings } from '#core/items/thin-history.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { mailQueue } from '#core/messages/mail-queue.ts';
import { previews } from '#core/previews/previews.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { withSectionBlocks } from '#core/site/section-blocks.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { siteDay } from '#core/site/site-day.ts';
import { TOPIC_TYPE } from '#core/site/topic-type.ts';
import { typeSegments } from '#core/site/type-segments.ts';
import { apiTokens } from '#core/tokens/api-tokens.ts';

const labels = (text: string) => ({ es: text, en: text });

const contentType = (key: string, missingLanguage: MissingLanguagePolicy, rest: Partial<ContentType> = {}) => ({
  key,
  labels: { singular: labels(key), plural: labels(key) },
  segments: { es: `${key}-es`, en: `${key}-en` },
  icon: 'lucide:file',
  fields: [],
  missingLanguage,
  appearsAs: 'collection' as const,
  ...rest,
});

/** The configuration of a site with one type per language policy, pages and questions, as an adopter writes it. */
export const testFile: SiteConfig = {
  name: labels('Prueba'),
  description: labels('Prueba'),
  locales: [
    { code: 'es', language: 'es-MX', name: 'Español', direction: 'ltr' },
    { code: 'en', language: 'en-US', name: 'English', direction: 'ltr' },
  ],
  defaultLocale: 'es',
  timeZone: 'America/Mexico_City',
  organization: { schemaType: 'Organization' },
  contentTypes: [
    contentType('not-found', 'not-found'),
    contentType('notice', 'notice', {
      fields: [
        { key: 'minutes', kind: 'number', localized: false, minimum: 1, labels: labels('Minutos') },
        { key: 'steps', kind: 'list', of: 'text', localized: true, labels: labels('Pasos') },
      ],
    }),
    contentType('listing', 'listing'),
    contentType('pages', 'not-found', { appearsAs: 'page' }),
    contentType('faqs', 'not-found', {
      appearsAs: 'faq',
      fields: [{ key: 'order', kind: 'number', localized: false, labels: labels('Orden') }],
    }),
  ],
  tags: {},
  navigation: ['notice', 'about'],
  routeRules: {},
};

/** The same with the topics and sections of every site. */
export const testConfig: SiteConfig = withSectionBlocks(
  { ...testFile, contentTypes: [...testFile.contentTypes, TOPIC_TYPE] },
  (text) => text,
);

export const testCollections = [
  ...contentCollections,
  ...fileCollectionsIn([]),
  auditLog,
  jobs,
  previews,
  siteDay,
  mailQueue,
  typeSegments,
  apiTokens,
  messages,
  siteIcons,
  historySettings,
] as Collection[];

/** A language's draft with only a title. */
export function testLanguage(slug: string, rest: Partial<ItemLanguage> = {}): ItemLanguage {
  return {
    title: `Título ${slug}`,
    slug,
    summary: '',
    body: { type: 'doc', content: [] },
    seo: {},
    fields: {},
    state: 'draft',
    revision: 0,
    ...rest,
  };
}

/** The author used by `createContentSite`. */
export const testActor: AuditActor = { kind: 'person', id: 'eva', name: 'Eva' };

/** A site on an in-memory store, with a controlled clock. */
export function createContentSite(store: DocumentStore = createMemoryDocumentStore({ collections: testCollections })) {
  const clock = { time: 1_000_000 };
  const getItem = async (id: string) => {
    const [document] = await store.batchGet([items.at(id).path]);
    return document as { data: unknown; version: number } as { data: Item; version: number };
  };
  return {
    store,
    config: testConfig,
    clock,
    now: () => clock.time,
    actor: testActor,
    content: createPublishedContent({ store, config: testConfig }),
    getItem,
    /** The audit entries, oldest first. */
    async audited() {
      const documents = await store.runQuery({
        collection: auditLog.name,
        orderBy: [{ field: 'at', direction: 'asc' }],
      });
      return documents.map(({ data: { people: _, ...entry } }) => entry);
    },
    /** Writes an item as an unpublished draft. */
    async putItem(id: string, type: string, languages: { [locale: string]: ItemLanguage }, rest: Partial<Item> = {}) {
      const sourceLanguage = Object.keys(languages)[0] ?? 'es';
      await writeItem(id, () => ({ id, type, sourceLanguage, tags: [], fields: {}, languages, ...rest }));
    },
    /** Edits an item without publishing. */
    async editItem(id: string, edit: (item: Item) => Item) {
      await writeItem(id, (item) => {
        if (!item) throw new Error(`There is no item ${id}`);
        return edit(item);
      });
    },
  };

  async function writeItem(id: string, make: (item: Item | undefined) => Item) {
    const unit = new UnitOfWork(store);
    await unit.read([items.at(id)]);
    stageItem(unit, testConfig, make(unit.get(items.at(id))));
    await unit.commit();
  }
}
