import { z } from 'zod';
import type { Program } from '#core/access/actor.ts';
import { requireMay } from '#core/access/policy.ts';
import { freeSlug } from '#core/addresses/stage-addresses.ts';
import {
  emptyLanguage,
  type FieldValues,
  type Item,
  type ItemLanguage,
  type LanguageContent,
} from '#core/content/item.ts';
import { isNothing } from '#core/content/own-contents.ts';
import { itemId } from '#core/content/schema-parts.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { proposeSlug } from '#core/content-types/slugs.ts';
import { SHARED } from '#core/drafts/draft-name.ts';
import { editLanguage, editShared, type LanguageEdit } from '#core/drafts/edit-language.ts';
import { createWrittenItem, freeItemId, type WrittenItem } from '#core/items/create-item.ts';
import { trashItem } from '#core/items/trash-item.ts';
import type { Locale } from '#core/locales/locale.ts';
import { assignBlockIds, blockIdsOf } from '#core/rich-text/block-ids.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import { NOTHING_TRANSLATED, relink } from '#core/translation/link-units.ts';
import { type BlockTranslates, translatesByUnit } from '#core/translation/translates.ts';
import { unitsOf } from '#core/translation/units.ts';
import { itemAnswer } from './item-resource.ts';
import { theItem } from './item-schemas.ts';
import { listItemsRoute } from './list-items-route.ts';
import { answerItem, answerWritten, changeItemOf, failureProblem, type RequestedItem } from './on-item.ts';
import { ApiProblem } from './problem.ts';
import { createTextReader, readCover, type TextReader, withDropped } from './read-texts.ts';
import { type AnyRoute, type ApiAnswer, type ApiRequest, type ApiServices, route } from './route.ts';
import {
  author,
  type BodyForm,
  bodyQuery,
  cover,
  fieldValues,
  type LanguagePatch,
  language,
  languagePatch,
  languageText,
  named,
  tags,
} from './shared-schemas.ts';

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

const createItemRoute = route({
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

const itemChange = named(
  'ItemChange',
  z.strictObject({
    author: author.exactOptional(),
    tags: tags.exactOptional(),
    cover: cover
      .nullable()
      .exactOptional()
      .describe('null removes it. Each text of alt requires the right to edit its language.'),
    fields: fieldValues.exactOptional(),
  }),
);

const readRoute = route({
  method: 'get',
  path: '/items/{id}',
  operationId: 'readItem',
  summary: 'Reads the draft of an item in all of its languages.',
  tag: 'Items',
  permission: 'draft.read',
  query: bodyQuery,
  answer: theItem,
  handle: (request, services) => answerItem(services, request),
});

const patchRoute = route({
  method: 'patch',
  path: '/items/{id}',
  operationId: 'changeItem',
  summary: 'Changes the shared part of an item. Missing members stay unchanged.',
  tag: 'Items',
  permission: 'draft.read',
  guard: (actor, { authorId = '' }) => requireMay(actor, 'item.edit', { authorId }),
  changesItem: true,
  query: bodyQuery,
  body: itemChange,
  answer: theItem,
  handle: (request, services) =>
    changeItemOf(services, request, async (settled) => {
      const { actor, body: change } = request;
      const { item, expectedVersion } = settled;
      const { cover: picture, alts } = change.cover ? readCover(change.cover) : { cover: change.cover, alts: [] };
      const { authorId = '' } = item;
      requireMay(actor, 'item.edit', { authorId });
      for (const [language] of alts) requireMay(actor, 'item.edit', { authorId, language });
      const former = { body: { type: 'doc' as const, content: [] }, fields: item.fields };
      const reader = await createTextReader(services, contentTypeOf(services.config, item.type), item.id, former);
      const fields = reader.fields(change.fields ?? {}, false, ['fields']);
      const tagged = change.tags && { tags: await reader.tags(change.tags, item.tags, ['tags']) };
      reader.end();
      const next = {
        fields,
        ...tagged,
        ...(change.author !== undefined && { author: change.author }),
        ...(picture !== undefined && { cover: picture }),
      };
      const edited = await editShared(services, actor, { itemId: item.id, expectedVersion, settled }, next);
      if (!edited.ok) throw failureProblem(edited.reason, request);
      let after = edited.settled;
      for (const [language, coverAlt] of alts) {
        const written = await editLanguage(services, actor, { itemId: item.id, language }, { coverAlt });
        if (!written.ok) throw failureProblem(written.reason, request);
        after = written.settled;
      }
      const answer = await answerWritten(services, request, after, [SHARED, ...alts.map(([language]) => language)]);
      return withDropped(answer, reader);
    }),
});

const deleteRoute = route({
  method: 'delete',
  path: '/items/{id}',
  operationId: 'deleteItem',
  summary: 'Unpublishes an item and moves it to the trash, which keeps it for 30 days.',
  tag: 'Items',
  permission: 'draft.read',
  changesItem: true,
  answer: { status: 204, description: 'The item is in the trash.' },
  handle: (request, services) =>
    changeItemOf(services, request, async ({ item, expectedVersion }) => {
      const moved = await trashItem(services, request.actor, { id: item.id, expectedVersion });
      if (!moved.ok) throw failureProblem(moved.reason, request);
      return { status: 204 };
    }),
});

/** Of the routes on one language of an item. */
const ofLanguage = {
  path: '/items/{id}/{language}',
  tag: 'Items',
  permission: 'draft.read',
  guard: (actor: Program, { authorId = '' }: Item, { language = '' }: { [name: string]: string }) =>
    requireMay(actor, 'item.edit', { authorId, language }),
  changesItem: true,
  query: bodyQuery,
  answer: theItem,
} as const;

const replaceLanguageRoute = route({
  ...ofLanguage,
  method: 'put',
  operationId: 'replaceLanguage',
  summary: 'Replaces a language of an item: missing members are emptied, except the slug.',
  body: languageText,
  handle: (request, services) =>
    writeLanguage(services, request, (edit, { item }, language) => {
      const current = item.languages[language];
      return {
        summary: '',
        body: { type: 'doc', content: [] },
        ...edit,
        seo: { title: '', description: '', ...edit.seo },
        coverAlt: edit.coverAlt ?? '',
        author: edit.author ?? '',
        fields: { ...emptied(current?.fields ?? {}), ...edit.fields },
      };
    }),
});

const changeLanguageRoute = route({
  ...ofLanguage,
  method: 'patch',
  operationId: 'changeLanguage',
  summary: 'Changes a language of an item. Missing members stay unchanged.',
  body: languagePatch,
  handle: (request, services) => writeLanguage(services, request, (edit) => edit),
});

function writeLanguage(
  services: ApiServices,
  request: ApiRequest<{ body: BodyForm }, LanguagePatch>,
  complete: (edit: LanguageEdit, requested: RequestedItem, language: string) => LanguageEdit,
): Promise<ApiAnswer> {
  const { actor, params } = request;
  const { language = '' } = params;
  return changeItemOf(services, request, async (requested) => {
    const { item, expectedVersion } = requested;
    requireMay(actor, 'item.edit', { authorId: item.authorId ?? '', language });
    const type = contentTypeOf(services.config, item.type);
    const reader = await createTextReader(services, type, item.id, item.languages[language]);
    const source = item.languages[item.sourceLanguage];
    const sourceIds = language === item.sourceLanguage ? undefined : blockIdsOf(source?.body);
    const edit = complete(reader.language(request.body, [], sourceIds), requested, language);
    reader.end();
    const current = item.languages[language];
    const place = { language, type: item.type, itemId: item.id };
    if (edit.slug === undefined && isNothing(current?.slug ?? '') && edit.title) {
      const slug = await freeSlug(services.store, place, edit.title);
      if (slug !== '') edit.slug = slug;
    }
    const edited = await editLanguage(
      services,
      actor,
      { itemId: item.id, language, expectedVersion, settled: requested },
      edit,
    );
    if (!edited.ok) throw failureProblem(edited.reason, request);
    return withDropped(await answerWritten(services, request, edited.settled, [language]), reader);
  });
}

function emptied(fields: FieldValues): FieldValues {
  return Object.fromEntries(Object.keys(fields).map((key) => [key, null]));
}

export const itemRoutes: AnyRoute[] = [
  listItemsRoute,
  createItemRoute,
  readRoute,
  patchRoute,
  deleteRoute,
  replaceLanguageRoute,
  changeLanguageRoute,
];
