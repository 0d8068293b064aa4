import { items } from '#core/content/collections.ts';
import type { Item, ItemLanguage } from '#core/content/item.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import { stageItem } from '#core/item-cards/stage-item.ts';
import { NOTHING_TRANSLATED, relink } from '#core/translation/link-units.ts';
import { unitsOf } from '#core/translation/units.ts';
import site from '#site-config';
import { openSite } from './open-site.ts';

/** Writes items into a data folder directly, like another process beside the server. */
export async function writeItems(dataDir: string, written: readonly Item[]): Promise<void> {
  const { store, close } = await openSite(dataDir);
  try {
    for (const item of written) {
      const unit = new UnitOfWork(store);
      await unit.read([items.at(item.id)]);
      stageItem(unit, site, item);
      await unit.commit();
    }
  } finally {
    await close();
  }
}

/** An item in a data folder's store. @throws Error if it does not exist */
export async function readItem(dataDir: string, id: string): Promise<Item> {
  const { store, close } = await openSite(dataDir);
  try {
    const document = await getDocument(store, items.at(id));
    if (!document) throw new Error(`There is no item ${id}`);
    return document.data;
  } finally {
    await close();
  }
}

interface LanguageText {
  title: string;
  slug: string;
  summary?: string;
  paragraphs: string[];
}

/** An unpublished article. The English text, if any, counts as a current translation of the Spanish one. */
export function articleOf(id: string, texts: { es: LanguageText; en?: LanguageText }): Item {
  const es = languageOf('es', texts.es);
  const en = texts.en && languageOf('en', texts.en);
  const source = { units: unitsOf(es, { fields: [] }), body: es.body };
  const links = en && relink(source, { units: unitsOf(en, { fields: [] }), body: en.body }, NOTHING_TRANSLATED);
  return {
    id,
    type: 'articles',
    sourceLanguage: 'es',
    createdAt: 1,
    editedAt: 1,
    tags: [],
    fields: {},
    languages: { es, ...(en && links && { en: { ...en, links } }) },
  };
}

function languageOf(code: string, { title, slug, summary = `${title}.`, paragraphs }: LanguageText): ItemLanguage {
  const content = paragraphs.map((text, index) => ({
    type: 'paragraph',
    attrs: { id: `${code}${index}` },
    content: [{ type: 'text', text }],
  }));
  return {
    title,
    slug,
    summary,
    body: { type: 'doc', content },
    seo: { description: summary },
    fields: {},
    state: 'draft',
    revision: 0,
  };
}
