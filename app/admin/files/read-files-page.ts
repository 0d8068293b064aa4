import type { LoaderFunctionArgs } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { FILE_TRASH_DAYS } from '#core/files/change-file.ts';
import { LARGER_THAN } from '#core/files/file-card.ts';
import { countFiles, FILE_SORTS, listFiles, listFileTags, listUploaders } from '#core/files/list-files.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { readMedia } from '#core/media/media.ts';
import { FILE_KINDS } from '#core/media/media-file.ts';
import { readSpace } from '#core/media/site-space.ts';
import type { ItemSearch } from '#core/search/item-search.ts';
import { uploadsOf } from '#core/uploads/unfinished-upload.ts';
import { type AccountRequest, readAccountRequest } from '../../account/account-request.ts';
import { pageServices } from '../../context/context.ts';
import { formatBytes } from '../../i18n/format-bytes.ts';
import { languageName } from '../../i18n/language-name.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { requirePermission } from '../require-permission.ts';
import { bytesOfCards, toFileRow } from './file-row.ts';
import type { FileAction } from './files-answer.ts';
import {
  FILE_PLACES,
  type FilesQuery,
  filesAddress,
  filesParams,
  isNarrowed,
  PLAIN_QUERY,
  readFilesQuery,
  TEXT_FILTERS,
  toFileSearch,
} from './files-query.ts';

/** Files per page. Source: Meki's own. */
const PAGE_SIZE = 48;

const NOTICES = ['purged', 'uploaded'] as const;

/** Loads a list of files; 403 without the right to see them. */
export async function readFilesPage(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'media.read');
  const { config } = args.context.get(pageServices);
  const { store, itemSearch, locale, url, pathTo } = request;
  const t = createAdminTranslator(locale);
  const { language: inLanguage } = localeDefinition(config, locale);
  const query = readFilesQuery(url.searchParams);
  const search = toFileSearch(query, locale);
  const mayUpload = may(actor, 'media.upload');
  const [{ cards, next }, total, tags, people, unfinished, space] = await Promise.all([
    listFiles({ store, findFiles: itemSearch.findFiles }, actor, { ...search, after: query.after, limit: PAGE_SIZE }),
    countFiles(store, actor, search),
    listFileTags(store, actor),
    listUploaders(store, actor, query.place),
    mayUpload && query.place === 'library' ? uploadsOf({ store }, actor) : [],
    mayUpload ? readSpace(store, request.limits) : undefined,
  ]);
  const bytes = await readMedia(store, bytesOfCards(cards));
  const path = pathTo('/admin/files');
  const languages = config.locales.map(({ code, language }) => ({ code, name: languageName(inLanguage, language) }));
  const notice = NOTICES.find((name) => name === url.searchParams.get('notice'));
  return {
    pageMessages: readPageMessages(locale, 'files'),
    title: t('pages.files'),
    lead: query.place === 'trash' ? t('files.trashLead', { days: FILE_TRASH_DAYS }) : t('files.lead'),
    ...(notice && { notice: t(`files.notices.${notice}`) }),
    query: { ...query, after: '' },
    queryText: filesParams({ ...query, after: '' }).toString(),
    path,
    rows: cards.map((card) => toFileRow(config, locale, card, bytes)),
    ...(total !== undefined && { total }),
    languages,
    ...choicesOf(t, { languages, tags, people, actor }),
    places: FILE_PLACES.map((place) => ({ place, href: filesAddress(path, { ...PLAIN_QUERY, place }) })),
    kinds: (['', ...FILE_KINDS] as const).map((kind) => ({
      kind,
      href: filesAddress(path, { ...query, kind, after: '' }),
    })),
    views: (['grid', 'list'] as const).map((view) => ({ view, href: filesAddress(path, { ...query, view }) })),
    actions: offeredActions(actor, query.place),
    ...(mayUpload && { upload: uploadPaths(request) }),
    ...(space?.isScarce && {
      scarce: t(space.used < space.quota ? 'files.space.scarce' : 'files.space.full', {
        used: formatBytes(localeDefinition(config, locale).language, space.used),
        quota: formatBytes(localeDefinition(config, locale).language, space.quota),
      }),
    }),
    unfinished: unfinished.map(({ id, name, bytes, received }) => ({
      ...{ id, name, bytes },
      percent: Math.floor((100 * received) / bytes),
    })),
    empty: t(`files.empty.${emptyKind(query, mayUpload, itemSearch)}`),
    ...(isNarrowed(query) && {
      clearHref: filesAddress(path, { ...PLAIN_QUERY, place: query.place, kind: query.kind, view: query.view }),
    }),
    ...(query.after !== '' && { firstHref: filesAddress(path, { ...query, after: '' }) }),
    ...(next !== undefined && { nextHref: filesAddress(path, { ...query, after: next }) }),
  };
}

/** The page with the plain form, and where scripts send files to. */
function uploadPaths({ pathTo }: Pick<AccountRequest, 'pathTo'>) {
  return { page: pathTo('/admin/files/upload'), send: pathTo('/admin/files/send') };
}

interface Chosen {
  languages: { code: string; name: string }[];
  tags: string[];
  people: { id: string; name: string }[];
  actor: Actor;
}

/** The choices of the filters. */
function choicesOf(t: ReturnType<typeof createAdminTranslator>, { languages, tags, people, actor }: Chosen) {
  const isMe = (id: string) => actor.kind === 'person' && actor.id === id;
  return {
    textChoices: TEXT_FILTERS.flatMap((filter) =>
      languages.map(({ code, name }) => ({
        value: `${filter}.${code}`,
        label: t(`files.${filter}`, { language: name }),
      })),
    ),
    sizeChoices: LARGER_THAN.map((megabytes) => ({
      value: String(megabytes),
      label: t('files.larger', { megabytes }),
    })),
    tagChoices: tags.map((tag) => ({ value: tag, label: tag })),
    sortChoices: FILE_SORTS.map((sort) => ({ value: sort, label: t(`files.sorts.${sort}`) })),
    uploaderChoices: people
      .map(({ id, name }) => ({ value: id, label: isMe(id) ? t('files.me', { name }) : name }))
      .sort((a, b) => Number(isMe(b.value)) - Number(isMe(a.value)) || a.label.localeCompare(b.label)),
  };
}

/** What may be done with files of a place. */
function offeredActions(actor: Actor, place: FilesQuery['place']): FileAction[] {
  const offered: [FileAction, boolean][] =
    place === 'trash'
      ? [
          ['untrash', may(actor, 'file.trash')],
          ['purge', may(actor, 'media.delete')],
        ]
      : [
          ['tag', may(actor, 'media.upload')],
          ['untag', may(actor, 'media.upload')],
          ['trash', may(actor, 'file.trash')],
        ];
  return offered.filter(([, isAllowed]) => isAllowed).map(([action]) => action);
}

function emptyKind(query: FilesQuery, canUpload: boolean, search: Pick<ItemSearch, 'isComplete'>) {
  if (query.q !== '' && !search.isComplete()) return 'unfinishedSearch';
  if (isNarrowed(query) || query.kind !== '') return 'filtered';
  if (query.place === 'trash') return 'trash';
  return canUpload ? 'library' : 'reader';
}

export type FilesPageData = Awaited<ReturnType<typeof readFilesPage>>;
