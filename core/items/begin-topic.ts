import type { Actor } from '../access/actor.ts';
import { freeSlug } from '../addresses/stage-addresses.ts';
import { emptyLanguage, type Item } from '../content/item.ts';
import type { ContentType } from '../content-types/content-type.ts';
import type { Localized } from '../locales/locale.ts';
import type { ItemDependencies, ItemOutcome } from '../publishing/change-item.ts';
import { NOTHING_TRANSLATED, relink } from '../translation/link-units.ts';
import { unitsOf } from '../translation/units.ts';
import { type CreateFailure, createWrittenItem } from './create-item.ts';

/**
 * Begins the topic of a tag of the file, with the names that it has there. Unpublished; what shows the tag stays as it is.
 * @param type that of the topics
 * @throws {Forbidden}
 */
export async function beginTopic(
  dependencies: ItemDependencies,
  actor: Actor,
  { tag, labels, type }: { tag: string; labels: Localized; type: ContentType },
): Promise<ItemOutcome<CreateFailure>> {
  const { store, config } = dependencies;
  const { locales, defaultLocale: sourceLanguage } = config;
  const languages: Item['languages'] = {};
  for (const { code: language } of locales) {
    const title = labels[language] ?? tag;
    const slug = await freeSlug(store, { language, type: type.key, itemId: tag }, title);
    languages[language] = { ...emptyLanguage(), title, slug };
  }
  const source = languages[sourceLanguage] ?? emptyLanguage();
  const translated = { units: unitsOf(source, type), body: source.body };
  for (const [language, content] of Object.entries(languages)) {
    if (language === sourceLanguage) continue;
    const text = { units: unitsOf(content, type), body: content.body };
    languages[language] = { ...content, links: relink(translated, text, NOTHING_TRANSLATED) };
  }
  return createWrittenItem(dependencies, actor, {
    ...{ id: tag, type: type.key, sourceLanguage, tags: [], fields: {}, languages },
  });
}
