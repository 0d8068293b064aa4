import { data, type LoaderFunctionArgs } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { FILE_TRASH_DAYS } from '#core/files/change-file.ts';
import { textsStamp } from '#core/files/describe-file.ts';
import { fileAddress, versionedAddress } from '#core/files/file-name.ts';
import {
  FILE_LIMITS,
  FILE_TEXTS,
  type FileTextName,
  fileReport,
  files,
  kindOf,
  MAX_VERSIONS,
  type SiteFile,
  titleOf,
  type Upload,
  type UploadPlace,
  uploadIn,
} from '#core/files/site-file.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { isMediaId, isPicture, type Media, readMedia } from '#core/media/media.ts';
import { extensionOf } from '#core/media/media-file.ts';
import { toldLimits } from '#core/media/media-limits.ts';
import { areMediaUsesRecorded, findMediaUses } from '#core/media-uses/find-media-uses.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { type AccountRequest, readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { formatBytes } from '../../../i18n/format-bytes.ts';
import { languageLabel, languageName } from '../../../i18n/language-name.ts';
import { fileData } from '../../../site/files/file-data.ts';
import { pictureData } from '../../../site/pictures/picture-data.ts';
import { formatMoment } from '../../../ui/kit/format-moment.ts';
import { createAdminTranslator, readPageMessages } from '../../layout/read-admin-messages.ts';
import { requirePermission } from '../../require-permission.ts';
import { lengthOf } from '../file-row.ts';
import { FILE_NOTICES, placeValue } from '../files-answer.ts';
import { type OfferedTexts, offeredTexts } from '../offered-texts.ts';

/** Items named as uses. Source: Meki's own. */
const MOST_USES = 50;

const DAY = 24 * 3_600_000;

/** Loads a file; 403 without the right to see files, 404 for one that does not exist. */
export async function readFilePage(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'media.read');
  const { config } = args.context.get(pageServices);
  const { store, locale, pathTo, url } = request;
  const id = args.params.id ?? '';
  const file = isMediaId(id) ? (await getDocument(store, files.at(id)))?.data : undefined;
  if (!file) throw data(null, { status: 404, statusText: 'Not Found' });
  const t = createAdminTranslator(locale);
  const [bytes, uses, areUsesKnown] = await Promise.all([
    readMedia(store, file.held),
    findMediaUses(store, config, id, MOST_USES),
    areMediaUsesRecorded(store),
  ]);
  const { current, trashedAt } = file;
  const shown = bytes.get(current.media)?.data;
  const notice = FILE_NOTICES.find((name) => name === url.searchParams.get('notice'));
  const offered = shown ? await offeredTexts(request, config, file, shown) : {};
  return {
    pageMessages: readPageMessages(locale, 'files'),
    title: titleOf(file, locale),
    breadcrumbs: [{ label: t('pages.files'), href: pathTo('/admin/files') }],
    ...(notice && { notice: t(`files.notices.${notice}`) }),
    id,
    path: pathTo(`/admin/files/${id}`),
    version: file.version,
    facts: factsOf(request, config, file, shown),
    media: current.media,
    ...(shown && { openHref: isPicture(shown) ? `/media/${shown.id}/original` : fileAddress(id, current) }),
    ...(shown && !isPicture(shown) && { player: fileData(config, locale, id, { media: shown, file }) }),
    ...(shown && !isPicture(shown) && shown.isActive && { isActive: true }),
    ...(shown &&
      isPicture(shown) && { picture: { ...pictureData(shown), ...(current.focus && { focus: current.focus }) } }),
    ...(trashedAt !== undefined && { deletedWhen: formatMoment(locale, trashedAt + FILE_TRASH_DAYS * DAY) }),
    tags: file.tags,
    languages: languagesOf(config, locale, { file, offered }, actor),
    replacePath: pathTo(`/admin/files/${id}/replace`),
    uses: uses.map(({ itemId, type, title: name, places }) => ({
      title: name || t('files.file.untitled'),
      ...(type !== '' && { href: pathTo(`/admin/items/${type}/${itemId}`) }),
      places: places.map(({ place, languages }) => ({
        place,
        languages: languages.map((code) => nameOf(config, locale, code)),
      })),
    })),
    areUsesKnown,
    parts: partsOf(request, config, file, bytes),
    versions: file.former.map((former) => ({
      version: former.version,
      ...uploadOf(request, config, former),
      ...((former.language ?? former.part) ? { label: placeLabel(config, locale, former) } : {}),
      ...(kindOf(former.contentType as Media['contentType']) === 'picture' && {
        src: `/media/${former.media}/320.webp`,
      }),
    })),
    mostVersions: MAX_VERSIONS,
    kind: file.kind,
    limits: toldLimits(request.limits),
    may: {
      tag: may(actor, 'file.describe', { authorId: file.uploadedBy?.id ?? '' }) && trashedAt === undefined,
      replace: may(actor, 'file.replace') && trashedAt === undefined,
      trash: may(actor, 'file.trash'),
      purge: may(actor, 'media.delete') && trashedAt !== undefined,
    },
  };
}

function uploadOf({ locale }: AccountRequest, config: SiteConfig, { name, bytes, at, by }: Upload) {
  return {
    name,
    size: formatBytes(localeDefinition(config, locale).language, bytes),
    at: new Date(at).toISOString(),
    when: formatMoment(locale, at),
    ...(by && { by: by.name }),
  };
}

function factsOf(
  request: AccountRequest,
  config: SiteConfig,
  { current, uploadedAt, uploadedBy, version }: SiteFile,
  bytes: Media | undefined,
): { term: string; value: string }[] {
  const t = createAdminTranslator(request.locale);
  const when = formatMoment(request.locale, uploadedAt);
  const type = extensionOf(current.contentType as Media['contentType']).toUpperCase();
  return [
    { term: t('files.file.name'), value: current.name },
    { term: t('files.file.type'), value: type },
    ...(bytes && isPicture(bytes)
      ? [
          {
            term: t('files.file.dimensions'),
            value: t('files.file.pixels', { width: Math.round(bytes.width), height: Math.round(bytes.height) }),
          },
        ]
      : []),
    ...(bytes ? lengthOf(request.locale, bytes).map((value) => ({ term: t('files.file.length'), value })) : []),
    {
      term: t('files.file.sizeTerm'),
      value: formatBytes(localeDefinition(config, request.locale).language, current.bytes),
    },
    {
      term: t('files.file.uploaded'),
      value: uploadedBy ? t('files.file.by', { when, name: uploadedBy.name }) : when,
    },
    { term: t('files.file.version'), value: String(version) },
  ];
}

/** What a file has besides the bytes of all languages: those of one, captions, a poster. */
function partsOf(
  request: AccountRequest,
  config: SiteConfig,
  file: SiteFile,
  bytes: Awaited<ReturnType<typeof readMedia>>,
) {
  const { id, languages } = file;
  const places = config.locales.flatMap(({ code }): UploadPlace[] => [
    { language: code },
    { language: code, part: 'captions' },
  ]);
  return [...places, { part: 'poster' as const }].flatMap((place) => {
    const upload = uploadIn(file, place);
    if (!upload) return [];
    const shown = bytes.get(upload.media)?.data;
    const own = place.part === undefined ? languages[place.language ?? '']?.own : undefined;
    return [
      {
        value: placeValue(place),
        label: placeLabel(config, request.locale, place),
        href: own ? fileAddress(id, own, place.language) : versionedAddress(id, upload),
        ...uploadOf(request, config, upload),
        ...(own &&
          shown &&
          isPicture(shown) && {
            own: {
              media: own.media,
              language: place.language ?? '',
              picture: { ...pictureData(shown), ...(own.focus && { focus: own.focus }) },
            },
          }),
      },
    ];
  });
}

function placeLabel(config: SiteConfig, locale: string, { language = '', part }: UploadPlace): string {
  const t = createAdminTranslator(locale);
  if (part === 'poster') return t('files.file.poster');
  const name = { language: nameOf(config, locale, language) };
  return part === 'captions' ? t('files.file.captionsFor', name) : t('files.file.onlyLanguage', name);
}

/** The texts of each language, the source first, with their states and what the picture offers for those that are missing. */
function languagesOf(
  config: SiteConfig,
  locale: string,
  { file, offered }: { file: SiteFile; offered: OfferedTexts },
  actor: Actor,
) {
  const { language: inLanguage } = localeDefinition(config, locale);
  const source = file.languages[file.sourceLanguage];
  return config.locales
    .toSorted((a, b) => Number(b.code === file.sourceLanguage) - Number(a.code === file.sourceLanguage))
    .map(({ code, language, direction }) => {
      const texts = file.languages[code];
      const reports = new Map(fileReport(file, code)?.map((report) => [report.unit ?? report.source, report]));
      const isSource = code === file.sourceLanguage;
      return {
        code,
        language,
        direction,
        name: languageName(inLanguage, language),
        label: languageLabel(inLanguage, language),
        isSource,
        stamp: textsStamp(file, code),
        decorative: texts?.decorative === true,
        mayEdit:
          file.trashedAt === undefined &&
          may(actor, 'file.describe', { authorId: file.uploadedBy?.id ?? '', language: code }),
        isStale: [...reports.values()].some(({ state }) => state === 'stale'),
        // Only pictures are described to those who do not see them.
        texts: FILE_TEXTS.filter((name) => name !== 'alt' || file.kind === 'picture').map((name: FileTextName) => {
          const report = reports.get(name);
          const { alt, caption, credit } = offered[language] ?? {};
          const offer =
            texts?.[name] === undefined ? { title: undefined, alt: alt ?? caption, caption, credit }[name] : undefined;
          return {
            name,
            text: texts?.[name] ?? '',
            ...(report && report.state !== 'moved' && { state: report.state }),
            ...(!isSource && source?.[name] !== undefined && { source: source[name] }),
            ...(report?.change?.from && { was: report.change.from }),
            ...(offer !== undefined && { offer: offer.slice(0, FILE_LIMITS[name]) }),
          };
        }),
      };
    });
}

function nameOf(config: SiteConfig, locale: string, code: string): string {
  const known = config.locales.find((one) => one.code === code);
  return known ? languageName(localeDefinition(config, locale).language, known.language) : code;
}

export type FilePageData = Awaited<ReturnType<typeof readFilePage>>;
