import { z } from 'zod';
import { freeSlug } from '#core/addresses/free-slug.ts';
import type { Item, ItemLanguage, LanguageContent } from '#core/content/item.ts';
import { itemId } from '#core/content/schema-parts.ts';
import { emptyLanguage } from '#core/content/start-language.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { proposeSlug } from '#core/content-types/slugs.ts';
import { createWrittenItem, freeItemId, type WrittenItem } from '#core/items/create-item.ts';
import type { Locale } from '#core/locales/locale.ts';
import { assignBlockIds, blockIdsOf } from '#core/rich-text/block-ids.ts';
import { NOTHING_TRANSLATED, relink } from '#core/translation/link-units.ts';
import { type BlockTranslates, translatesByUnit } from '#core/translation/translates.ts';
import { unitsOf } from '#core/translation/units.ts';
import { itemAnswer } from './item-resource.ts';
import { theItem } from './item-schemas.ts';
import { ApiProblem } from './problem.ts';
import { createTextReader, readCover, type TextReader, withDropped } from './read-texts.ts';
import { type ApiServices, route } from './route.ts';
import { author, bodyQuery, cover, fieldValues, language, languageText, named, tags } from './shared-schemas.ts';

const newItem = named(
  'NewItem',
  z.strictObject({
    id: itemId.exactOptional().describe('In the form of a slug; derived from the title by default.'),
    type: z.string(),
    sourceLanguage: language,
    author: author.exactOptional(),
    tags: tags.exactOptional(),
    cover: cover.exactOptional(),
    fields: fieldValues.exactOptional().describe('Shared fields.'),
    languages: z
      .partialRecord(language, languageText)
      .describe('The text in the source language, and optionally translations.'),
  }),
);

export const createItemRoute = route({
  method: 'post',
  path: '/items',
  operationId: 'createItem',
  summary: 'Creates an item with a text in its source language, and optionally translations. Nothing is published.',
  tag: 'Items',
  permission: 'item.create',
  query: bodyQuery,
  body: newItem,
  answer: { ...theItem, status: 201, location: true },
  async handle({ body: given, query, actor }, services) {
    const type = services.config.contentTypes.find(({ key }) => key === given.type);
    if (!type) throw unknownType(services, given.type);
    const { item, reader } = await readNewItem(services, type, given);
    const created = await createWrittenItem(services, actor, item);
    if (!created.ok) {
      const detail =
        created.reason === 'invalid-id'
          ? `An item of this type cannot have the id "${item.id}".`
          : `The id "${item.id}" is taken by an item, or by one that was deleted for good.`;
      throw new ApiProblem('conflict', detail);
    }
    const answer = await itemAnswer(services, created, { status: 201, form: query.body });
    return withDropped({ ...answer, headers: { ...answer.headers, Location: `/api/v1/items/${item.id}` } }, reader);
  },
});

async function readNewItem(
  services: ApiServices,
  type: ContentType,
  given: z.output<typeof newItem>,
): Promise<{ item: WrittenItem; reader: TextReader }> {
  const { store, generateBlockId } = services;
  const { sourceLanguage } = given;
  const source = given.languages[sourceLanguage];
  const wanted = given.id ?? source?.slug ?? proposeSlug(source?.title ?? '', sourceLanguage);
  const id = given.id ?? (await freeItemId(store, type, wanted || type.key));
  const reader = await createTextReader(services, type, id);
  if (!source) reader.report(['languages', sourceLanguage], 'is missing');
  const fields = reader.fields(given.fields ?? {}, false, ['fields']);
  const tagged = await reader.tags(given.tags ?? [], [], ['tags']);
  const languages: { [locale: Locale]: ItemLanguage } = {};
  const translates: { [locale: Locale]: BlockTranslates } = {};
  const sourceFirst = Object.entries(given.languages).toSorted(
    ([one], [other]) => Number(other === sourceLanguage) - Number(one === sourceLanguage),
  );
  for (const [code, text] of sourceFirst) {
    if (!text) continue;
    const sourceIds = code === sourceLanguage ? undefined : blockIdsOf(languages[sourceLanguage]?.body);
    const { body, translates: said, ...edit } = reader.language(text, ['languages', code], sourceIds);
    if (said) translates[code] = said;
    const seed = `${id}:${code}`;
    languages[code] = {
      ...emptyLanguage(),
      ...edit,
      slug: edit.slug ?? (await freeSlug(store, { language: code, type: type.key, itemId: id }, text.title)),
      fields: withoutNulls(edit.fields ?? {}),
      ...(body && { body: assignBlockIds(body, { seed, generate: generateBlockId }) }),
    };
  }
  const { cover: picture, alts } = given.cover ? readCover(given.cover) : { alts: [] };
  for (const [code, coverAlt] of alts) {
    if (coverAlt !== '') languages[code] = { coverAlt, ...(languages[code] ?? emptyLanguage()) };
  }
  reader.end();
  const item: WrittenItem = {
    id,
    type: type.key,
    sourceLanguage,
    ...(given.author && { author: given.author }),
    tags: tagged,
    ...(picture && { cover: picture }),
    fields: withoutNulls(fields),
    languages: linked(type, languages, sourceLanguage, translates),
  };
  return { item, reader };
}

/** Marks each translation as made from the current source. */
function linked(
  type: ContentType,
  languages: Item['languages'],
  sourceLanguage: Locale,
  translates: { [locale: Locale]: BlockTranslates },
): Item['languages'] {
  const source = languages[sourceLanguage] as LanguageContent;
  const sourceText = { units: unitsOf(source, type), body: source.body };
  const entries = Object.entries(languages).map(([language, content]) => {
    if (language === sourceLanguage) return [language, content];
    const text = { units: unitsOf(content, type), body: content.body };
    const said = translatesByUnit(content.body, translates[language]);
    return [language, { ...content, links: relink(sourceText, text, NOTHING_TRANSLATED, said) }];
  });
  return Object.fromEntries(entries);
}

function unknownType({ config }: ApiServices, key: string): ApiProblem {
  const known = config.contentTypes.map((type) => type.key).join(', ');
  const detail = `the site has no content type "${key}"; it has ${known}`;
  return new ApiProblem('invalid', 'The contents are not right; errors says where.', {
    errors: [{ pointer: '/type', detail, code: 'unknown-type' }],
  });
}

function withoutNulls<T>(values: { [key: string]: T }): { [key: string]: T } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
