import type { LoaderFunctionArgs } from 'react-router';
import { localizePath } from '#core/locales/localized-path.ts';
import {
  itemPaths,
  languagesOf,
  readItemBar,
  readManagedItem,
  readPublishingMessages,
} from '../managed-item/read-managed-item.ts';
import type { PreviewWidth } from './preview-pane.tsx';

/** Loads the preview of an item; 403 without the right to read drafts. */
export async function readItemPreview(args: LoaderFunctionArgs) {
  const managed = await readManagedItem(args);
  const { item, version, request, services, heading, type, t } = managed;
  const { locale, url } = request;
  const asked = url.searchParams.get('language');
  const languages = languagesOf(item, locale).map((language) => ({
    ...language,
    hasText: item.languages[language.code] !== undefined,
    frameHref: localizePath(services.config, language.code, `/admin/items/${item.type}/${item.id}/preview/page`),
  }));
  const width: PreviewWidth = url.searchParams.get('width') === 'phone' ? 'phone' : 'desktop';
  return {
    messages: readPublishingMessages(locale, 'tabs', 'more', 'preview'),
    title: t('preview.title', { title: heading }),
    typeLabel: type.labels.singular[locale] ?? type.key,
    bar: readItemBar(request, managed.actor, managed),
    paths: itemPaths(request, item),
    ...(item.trashedAt !== undefined && { isTrashed: true }),
    version,
    languages,
    language: languages.find(({ code }) => code === asked)?.code ?? languages[0]?.code ?? locale,
    width,
  };
}

export type PreviewData = Awaited<ReturnType<typeof readItemPreview>>;
