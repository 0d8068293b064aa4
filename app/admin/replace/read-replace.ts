import type { LoaderFunctionArgs } from 'react-router';
import { SHARED } from '#core/drafts/draft-name.ts';
import { unitFragment } from '#core/drafts/unit-fragment.ts';
import { titleOf } from '#core/item-cards/create-item-card.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { findPlaces, REPLACE_LIMITS } from '#core/replacing/replace-words.ts';
import { blockUnitId } from '#core/translation/units.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { pageServices } from '../../context/context.ts';
import { languageLabel } from '../../i18n/language-name.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { createPublishingTranslator } from '../managed-item/read-managed-item.ts';
import { fieldLabel } from '../publishing/check-sentence.ts';
import { refuseForbidden, requirePermission } from '../require-permission.ts';

/** What is looked for, as in the page's address. */
export interface ReplaceQuery {
  words: string;
  language: string;
  type: string;
  whole: boolean;
  exact: boolean;
}

/** Loads the places where the words of the address stand; 403 without the right to read drafts. */
export async function readReplace(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'draft.read');
  const { config } = args.context.get(pageServices);
  const { locale, url, pathTo, store } = request;
  const query = readReplaceQuery(url.searchParams);
  const after = url.searchParams.get('after') ?? '';
  const path = pathTo('/admin/replace');
  const t = createAdminTranslator(locale);
  const inLanguage = localeDefinition(config, locale).language;
  const languages = [
    ...config.locales.map(({ code, language }) => ({ value: code, label: languageLabel(inLanguage, language) })),
    { value: SHARED, label: t('replace.shared') },
  ];
  const isAsked = query.words !== '';
  const { found, next } = isAsked
    ? await refuseForbidden(request, actor, () =>
        findPlaces({ store, config }, actor, { ...toSearch(query), ...(after && { after }) }),
      )
    : { found: [] };
  const publishing = createPublishingTranslator(locale);
  return {
    pageMessages: readPageMessages(locale, 'replace'),
    title: t('pages.replace'),
    path,
    runPath: pathTo('/admin/replace/run'),
    /** The items that something can be published of now. */
    healthHref: `${pathTo('/admin/health')}?kind=unpublished-edits`,
    query,
    isAsked,
    languages,
    types: config.contentTypes.map(({ key, labels }) => ({ value: key, label: labels.plural[locale] ?? key })),
    refused: found.reduce((sum, { refused }) => sum + refused, 0),
    items: found
      .filter(({ parts }) => parts.length > 0)
      .map(({ item, parts }) => {
        const type = config.contentTypes.find(({ key }) => key === item.type);
        const href = pathTo(`/admin/items/${item.type}/${item.id}`);
        return {
          id: item.id,
          title: titleOf(item, locale) || t('replace.untitled'),
          type: type?.labels.singular[locale] ?? item.type,
          parts: parts.map(({ part, places }) => ({
            part,
            label: languages.find(({ value }) => value === part)?.label ?? part,
            lang: config.locales.find(({ code }) => code === part)?.language,
            places: places.map(({ id, field, block, ...place }) => ({
              ...place,
              value: `${item.id}/${part}/${id}`,
              field: type ? labelOf(type, field) : field,
              href: `${href}${part === SHARED ? '' : `?${new URLSearchParams({ language: part })}`}${unitFragment(block === undefined ? field : blockUnitId(block))}`,
            })),
          })),
        };
      }),
    ...(next !== undefined && { nextHref: `${path}?${toSearchParams(query)}&after=${encodeURIComponent(next)}` }),
  };

  function labelOf(type: (typeof config.contentTypes)[number], field: string): string {
    switch (field) {
      case 'author':
      case 'author.own':
      case 'cover.alt':
      case 'seo.title':
      case 'seo.description':
        return t(`replace.fields.${field.replace('.', '-') as 'author'}`);
      default:
        return fieldLabel(type, field, locale, publishing);
    }
  }
}

export type ReplaceData = Awaited<ReturnType<typeof readReplace>>;

/** Reads what is looked for from an address or a form. */
export function readReplaceQuery(given: Pick<URLSearchParams, 'get'> | FormData): ReplaceQuery {
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === 'string' ? value.slice(0, REPLACE_LIMITS.words) : '';
  };
  return {
    words: text('words').trim(),
    language: text('language'),
    type: text('type'),
    whole: text('whole') !== '',
    exact: text('exact') !== '',
  };
}

export function toSearch({ words, language, type, whole, exact }: ReplaceQuery) {
  return { words, isWhole: whole, isExact: exact, ...(language && { language }), ...(type && { type }) };
}

function toSearchParams({ words, language, type, whole, exact }: ReplaceQuery): URLSearchParams {
  return new URLSearchParams({
    words,
    ...(language && { language }),
    ...(type && { type }),
    ...(whole && { whole: 'yes' }),
    ...(exact && { exact: 'yes' }),
  });
}
