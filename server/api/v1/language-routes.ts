import type { Program } from '#core/access/actor.ts';
import { requireMay } from '#core/access/forbidden.ts';
import { freeSlug } from '#core/addresses/free-slug.ts';
import type { FieldValues, Item } from '#core/content/item.ts';
import { isNothing } from '#core/content/same-publication.ts';
import { editLanguage, type LanguageEdit } from '#core/drafts/edit-language.ts';
import { blockIdsOf } from '#core/rich-text/block-ids.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import type { ApiServices } from './api-services.ts';
import { theItem } from './item-schemas.ts';
import { answerWritten, changeItemOf, failureProblem, type RequestedItem } from './on-item.ts';
import { createTextReader, withDropped } from './read-texts.ts';
import { type AnyRoute, type ApiAnswer, type ApiRequest, route } from './route.ts';
import { type BodyForm, bodyQuery, type LanguagePatch, languagePatch, languageText } from './shared-schemas.ts';

const common = {
  path: '/items/{id}/{language}',
  tag: 'Items',
  permission: 'draft.read',
  guard: (actor: Program, { authorId = '' }: Item, { language = '' }: { [name: string]: string }) =>
    requireMay(actor, 'item.edit', { authorId, language }),
  changesItem: true,
  query: bodyQuery,
  answer: theItem,
} as const;

const putRoute = route({
  ...common,
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

const patchRoute = route({
  ...common,
  method: 'patch',
  operationId: 'changeLanguage',
  summary: 'Changes a language of an item. Missing members stay unchanged.',
  body: languagePatch,
  handle: (request, services) => writeLanguage(services, request, (edit) => edit),
});

export const languageRoutes: AnyRoute[] = [putRoute, patchRoute];

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
