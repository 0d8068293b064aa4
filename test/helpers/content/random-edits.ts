import { items } from '#core/content/collections.ts';
import type { FieldValues, Item, ItemLanguage } from '#core/content/item.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import { stageItem } from '#core/item-cards/stage-item.ts';
import site from '#site-config';
import type { Random } from '../random.ts';
import { finishedLanguage } from './create-item-site.ts';
import { publish, unpublish } from './publish.ts';

/** Few of each, so that items take addresses from one another, share tags, and are found by the same words. */
export const SLUGS = ['uno', 'dos', 'tres', 'cuatro', 'item-3', 'item-4', 'item-5', 'about', 'contact'];
export const TAGS = ['chest', 'brain', 'children'];
export const WORDS = ['rodilla', 'tobillo', 'cadera'];

const LANGUAGES = site.locales.map(({ code }) => code);

/** Required shared fields, by type. */
const FIELDS: { [type: string]: FieldValues } = {
  studies: { modality: 'xray', durationMinutes: 10, contrast: 'none' },
  faqs: { group: 'before', order: 1 },
};

const TYPES = [...Array(14).fill('articles'), 'studies', 'studies', 'news', 'news', 'faqs', 'faqs'] as string[];

/** Plays random edits of items by their use cases: of what readers see, and of nothing that they see. */
export function createRandomEdits(store: DocumentStore, random: Random) {
  const dependencies = { store, config: site };
  const types = new Map([...TYPES.entries()].map(([number, type]) => [`item-${number}`, type]));
  for (const page of ['about', 'contact']) types.set(page, 'pages');
  const ids = [...types.keys()];
  const played: string[] = [];
  let committed = 0;
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;

  async function write(id: string, make: (before: Item | undefined) => Item): Promise<void> {
    const unit = new UnitOfWork(store);
    await unit.read([items.at(id)]);
    stageItem(unit, site, make(unit.get(items.at(id))));
    await unit.commit();
  }

  function newItem(id: string): Item {
    const type = types.get(id) ?? '';
    const languages = Object.fromEntries(
      LANGUAGES.map((code) => [code, finishedLanguage(id, { title: `${id} ${code}` })]),
    );
    return { id, type, sourceLanguage: 'es', tags: [pick(TAGS)], fields: FIELDS[type] ?? {}, languages };
  }

  function editLanguage(content: ItemLanguage): ItemLanguage {
    const text = `${pick(WORDS)} ${random(1000)}`;
    switch (random(5)) {
      case 0:
        return { ...content, title: text };
      case 1:
        return { ...content, slug: pick(SLUGS) };
      case 2:
        return { ...content, summary: text };
      case 3:
        return { ...content, seo: { ...content.seo, title: text } };
      default:
        return {
          ...content,
          body: {
            type: 'doc',
            content: [{ type: 'paragraph', attrs: { id: 'p' }, content: [{ type: 'text', text }] }],
          },
        };
    }
  }

  function editFields(item: Item): FieldValues {
    if (item.type === 'faqs') return { ...item.fields, order: random(9), group: pick(['before', 'during', 'results']) };
    if (item.id === 'contact') return { ...item.fields, phone: `+52 33 0000 ${1000 + random(9000)}` };
    if (item.type === 'studies') return { ...item.fields, durationMinutes: 1 + random(60) };
    return item.fields;
  }

  function edit(item: Item): Item {
    switch (random(4)) {
      case 0:
        return { ...item, tags: TAGS.filter(() => random(2) === 0) };
      case 1:
        return { ...item, fields: editFields(item) };
      default: {
        const code = pick(LANGUAGES);
        const content = item.languages[code];
        return content ? { ...item, languages: { ...item.languages, [code]: editLanguage(content) } } : item;
      }
    }
  }

  const someLanguages = () => pick([LANGUAGES, ...LANGUAGES.map((code) => [code])]);

  /** Refusals are part of the play: a slug that is taken, nothing to unpublish. */
  async function attempt(name: string, id: string, languages: string[], action: typeof publish): Promise<void> {
    const { ok } = await action(dependencies, id, languages);
    if (ok) committed += 1;
    played.push(`${name} ${id} ${languages}${ok ? '' : ' (refused)'}`);
  }

  return {
    /** What was played, in order. */
    played,
    /** The number of edits that were published. */
    committed: () => committed,
    /** Writes all items, and publishes most. */
    async begin(): Promise<void> {
      for (const id of ids) {
        await write(id, () => newItem(id));
        if (random(5) > 0) await attempt('publish', id, LANGUAGES, publish);
      }
    },
    /** Plays an edit. */
    async play(): Promise<void> {
      const id = pick(ids);
      const document = await getDocument(store, items.at(id));
      if (!document) throw new Error(`There is no item ${id}`);
      const languages = someLanguages();
      if (random(4) === 0) return attempt('unpublish', id, languages, unpublish);
      await write(id, (item) => edit(item ?? newItem(id)));
      if (random(6) === 0) return void played.push(`edit ${id}`);
      return attempt('publish', id, languages, publish);
    },
  };
}
