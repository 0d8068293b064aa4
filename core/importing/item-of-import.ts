import { emptyLanguage, type Item, type ItemLanguage } from '../content/item.ts';
import type { Localized } from '../locales/locale.ts';
import { assignBlockIds, type BlockIdGenerator } from '../rich-text/block-ids.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { NOTHING_TRANSLATED, relink } from '../translation/link-units.ts';
import { translatesByUnit } from '../translation/translates.ts';
import { unitsOf } from '../translation/units.ts';
import type { ImportedItem } from './imported-item.ts';

/** The item with the imported contents; languages that were not imported stay as they are. */
export function itemOf(imported: ImportedItem, existing: Item | undefined, generate: BlockIdGenerator): Item {
  const languages: Item['languages'] = { ...existing?.languages };
  for (const [locale, given] of Object.entries(imported.languages)) {
    const { translates: _t, written: _w, isDraft: _d, oldAddresses: _o, ...content } = given;
    const former: ItemLanguage | undefined = existing?.languages[locale];
    const body = assignBlockIds(content.body, {
      seed: `${imported.id}:${locale}`,
      generate,
      previous: former?.body,
    });
    const { author: _author, ...kept }: Partial<ItemLanguage> = former ?? {};
    languages[locale] = { state: 'draft', revision: 0, ...kept, ...content, body };
  }
  const alts = coverAltsOf(imported);
  for (const locale of new Set([...Object.keys(imported.languages), ...Object.keys(alts)])) {
    const { coverAlt: _, ...content } = languages[locale] ?? { ...emptyLanguage(), links: {} };
    languages[locale] = { ...content, ...(alts[locale] !== undefined && { coverAlt: alts[locale] }) };
  }
  const { trashedAt: _, author: __, cover: ___, ...kept } = existing ?? {};
  return {
    ...kept,
    id: imported.id,
    type: imported.type,
    sourceLanguage: imported.sourceLanguage,
    ...(imported.author !== undefined && { author: imported.author }),
    tags: [...new Set(imported.tags)],
    ...(imported.cover && 'media' in imported.cover && { cover: { media: imported.cover.media } }),
    fields: imported.fields,
    languages,
  };
}

/** Alternative text of the cover per language, from either place. */
export function coverAltsOf({ cover, languages }: ImportedItem): Localized {
  const own = Object.entries(languages).flatMap(([locale, { coverAlt }]) =>
    coverAlt === undefined ? [] : [[locale, coverAlt]],
  );
  const all: Localized = { ...cover?.alt, ...Object.fromEntries(own) };
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''));
}

/** Marks changed units of translations as made from the imported source. */
export function withLinks(config: SiteConfig, item: Item, imported: ImportedItem, existing: Item | undefined): Item {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const source = item.languages[item.sourceLanguage];
  if (!type || !source) return item;
  const languages: Item['languages'] = {};
  for (const [language, content] of Object.entries(item.languages)) {
    const former = existing?.languages[language];
    const isTranslation = language !== item.sourceLanguage;
    languages[language] = isTranslation
      ? {
          ...content,
          links: relink(
            { units: unitsOf(source, type), body: source.body },
            { units: unitsOf(content, type), body: content.body },
            former
              ? { units: unitsOf(former, type), body: former.body, links: former.links ?? {} }
              : NOTHING_TRANSLATED,
            translatesByUnit(content.body, imported.languages[language]?.translates),
          ),
        }
      : content;
  }
  return { ...item, languages };
}
