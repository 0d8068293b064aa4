import { contentPath } from '#core/content/collections.ts';
import type { Item, ItemLanguage } from '#core/content/item.ts';
import { stageItem } from '#core/content/stage-item.ts';
import { emptyLanguage } from '#core/content/start-language.ts';
import { createUnitOfWork } from '#core/content/unit-of-work.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { ChangedBy, Drafts } from '#core/drafts/drafts.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** Drafts that are nothing but the snapshots of their items, for tests of what uses them. `calls` tells what was asked. */
export function createFakeDrafts(store: DocumentStore, config: SiteConfig): Drafts & { calls: string[] } {
  const calls: string[] = [];

  async function readItem(itemId: string): Promise<Item> {
    const [document] = await store.batchGet([contentPath.item(itemId)]);
    if (!document) throw new Error(`There is no item ${itemId}`);
    return document.data as unknown as Item;
  }

  async function change(itemId: string, by: ChangedBy, edit: (item: Item) => Item): Promise<void> {
    const unit = createUnitOfWork(store);
    await unit.read([contentPath.item(itemId)]);
    const item = unit.get<Item>(contentPath.item(itemId));
    if (!item) throw new Error(`There is no item ${itemId}`);
    stageItem(unit, config, { ...edit(item), editedBy: by });
    await unit.commit();
  }

  const withoutNulls = <T extends object>(values: T) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== '')) as T;

  return {
    calls,
    async readLanguage(itemId, language) {
      const content = (await readItem(itemId)).languages[language] ?? emptyLanguage();
      return { ...content, links: content.links ?? {}, minorEdits: content.minorEdits ?? [] };
    },
    async readShared(itemId) {
      const { tags, cover, fields } = await readItem(itemId);
      return { tags, fields, ...(cover && { cover }) };
    },
    async changeLanguage(itemId, language, { seo, fields, ...texts }, by) {
      await change(itemId, by, (item) => {
        const current = item.languages[language] ?? emptyLanguage();
        const next: ItemLanguage = {
          ...current,
          ...texts,
          seo: withoutNulls({ ...current.seo, ...seo }),
          fields: withoutNulls({ ...current.fields, ...fields }),
        };
        const state = current.publishedSlug === undefined ? current.state : 'changed';
        return { ...item, languages: { ...item.languages, [language]: { ...next, state } } };
      });
    },
    async changeShared(itemId, { tags, cover, fields }, by) {
      await change(itemId, by, ({ cover: before, ...item }) => {
        const next = cover === undefined ? before : (cover ?? undefined);
        return {
          ...item,
          tags: tags ?? item.tags,
          fields: withoutNulls({ ...item.fields, ...fields }),
          ...(next && { cover: next }),
        };
      });
    },
    async settle(itemId) {
      calls.push(`settle ${itemId}`);
      return true;
    },
    async remove(itemId) {
      calls.push(`remove ${itemId}`);
    },
  };
}
