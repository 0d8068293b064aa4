import { items } from '#core/content/collections.ts';
import { emptyLanguage, type Item, type ItemLanguage } from '#core/content/item.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import type { DraftPartName } from '#core/drafts/draft-name.ts';
import type { ChangedBy, Drafts, LanguageChange, LanguageDraft, SharedChange } from '#core/drafts/drafts.ts';
import { stageItem } from '#core/item-cards/stage-item.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

export interface FakeDrafts extends Drafts {
  calls: string[];
  /** The parts that are too long for their items. */
  tooLong: DraftPartName[];
}

/** Fake drafts that read and write the items' snapshots directly. `calls` records the calls. */
export function createFakeDrafts(store: DocumentStore, config: SiteConfig): FakeDrafts {
  const calls: string[] = [];
  const tooLong: DraftPartName[] = [];

  async function readItem(itemId: string): Promise<Item> {
    const document = await getDocument(store, items.at(itemId));
    if (!document) throw new Error(`There is no item ${itemId}`);
    return document.data;
  }

  async function change(itemId: string, by: ChangedBy, edit: (item: Item) => Item): Promise<undefined> {
    const unit = new UnitOfWork(store);
    await unit.read([items.at(itemId)]);
    const item = unit.get(items.at(itemId));
    if (!item) throw new Error(`There is no item ${itemId}`);
    stageItem(unit, config, { ...edit(item), editedBy: by });
    await unit.commit();
  }

  function draftIn(item: Item, language: string): LanguageDraft {
    const content = item.languages[language] ?? emptyLanguage();
    return { ...content, links: content.links ?? {}, minorEdits: content.minorEdits ?? [] };
  }

  const withoutNulls = <T extends object>(values: T) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== '')) as T;

  function withLanguage(item: Item, language: string, { seo, fields, ...texts }: LanguageChange): Item {
    const current = item.languages[language] ?? emptyLanguage();
    const next: ItemLanguage = {
      ...current,
      ...texts,
      seo: withoutNulls({ ...current.seo, ...seo }),
      fields: withoutNulls({ ...current.fields, ...fields }),
    };
    const state = current.publishedSlug === undefined ? current.state : 'changed';
    return { ...item, languages: { ...item.languages, [language]: { ...next, state } } };
  }

  function withShared({ author: byline = '', cover: before, ...item }: Item, change: SharedChange): Item {
    const { author = byline, tags = item.tags, withTags = [], withoutTags = [], cover, fields } = change;
    const next = cover === undefined ? before : (cover ?? undefined);
    return {
      ...item,
      ...(author && { author }),
      tags: [...new Set([...tags, ...withTags])].filter((tag) => !withoutTags.includes(tag)),
      fields: withoutNulls({ ...item.fields, ...fields }),
      ...(next && { cover: next }),
    };
  }

  return {
    calls,
    tooLong,
    readLanguage: async (itemId, language) => draftIn(await readItem(itemId), language),
    async readShared(itemId) {
      const { author, tags, cover, fields } = await readItem(itemId);
      return { ...(author && { author }), tags, fields, ...(cover && { cover }) };
    },
    changeLanguage: (itemId, language, given, by) =>
      change(itemId, by, (item) => {
        const edit = typeof given === 'function' ? given(draftIn(item, language)) : given;
        return edit ? withLanguage(item, language, edit) : item;
      }),
    changeShared: (itemId, given, by) =>
      change(itemId, by, (item) => {
        const edit = typeof given === 'function' ? given(item) : given;
        return edit ? withShared(item, edit) : item;
      }),
    async changeItem(itemId, { languages = {}, shared = {} }, by) {
      await change(itemId, by, (item) =>
        Object.entries(languages).reduce(
          (next, [language, edit]) => withLanguage(next, language, edit),
          withShared(item, shared),
        ),
      );
    },
    async settle(itemId) {
      calls.push(`settle ${itemId}`);
      const document = await getDocument(store, items.at(itemId));
      return document && { item: document.data, version: document.version, refused: tooLong };
    },
    async remove(itemId) {
      calls.push(`remove ${itemId}`);
    },
  };
}
