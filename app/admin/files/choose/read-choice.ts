import type { LoaderFunctionArgs } from 'react-router';
import { items } from '#core/content/collections.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import { getDocument, getDocuments } from '#core/documents/typed-documents.ts';
import { fileCards } from '#core/files/file-card.ts';
import { altIn, files, type SiteFile, uploadFor } from '#core/files/site-file.ts';
import type { Locale } from '#core/locales/locale.ts';
import { isMediaId, type Media, readMedia } from '#core/media/media.ts';
import { FILE_KINDS } from '#core/media/media-file.ts';
import type { Focus } from '#core/media/picture-variants.ts';
import type { PictureDescription } from '#core/media/public-form/read-description.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { type AccountRequest, readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { requirePermission } from '../../require-permission.ts';
import { bytesOfCards, type FileRow, toFileRow } from '../file-row.ts';
import { MOST_NAMED } from '../files-query.ts';
import { offeredTexts } from '../offered-texts.ts';
import { readFilesPage } from '../read-files-page.ts';

/** A page of the library as a dialog shows it. */
export interface FileChoice {
  list: Awaited<ReturnType<typeof readFilesPage>>;
  /** The files of the address parameter `ids`, and those that the draft of the item in `item` uses. */
  named: FileRow[];
  used: FileRow[];
}

/** What a file says in a language; an empty `alt` is that of a decorative picture. */
export interface FileWords {
  alt?: string;
  caption?: string;
  credit?: string;
  /** What the picture itself says, where the file does not. */
  offered?: PictureDescription;
  /** The focal point of the bytes that its readers get. */
  focus?: Focus;
}

/** The words of files by id and language. */
export interface WordsOfFiles {
  [id: string]: { [language: Locale]: FileWords };
}

/**
 * The library as JSON, for dialogs in which files are chosen: the address is that of a list with its filters. The parameter `kind`
 * names the kinds that may be chosen, with commas between them; default: all.
 */
export async function readChoice(args: LoaderFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  await requirePermission(request, 'draft.read');
  const list = await readFilesPage(args);
  const { searchParams } = request.url;
  const kinds = searchParams.get('kind')?.split(',') ?? FILE_KINDS;
  const item = searchParams.get('item') ?? '';
  const used = slugProblem(item) === undefined ? (await getDocument(request.store, items.at(item)))?.data.media : [];
  const rowsOf = async (ids: readonly string[]): Promise<FileRow[]> => {
    const { config } = args.context.get(pageServices);
    const cards = await getDocuments(
      request.store,
      ids.filter(isMediaId).map((id) => fileCards.at(id)),
    );
    const shown = cards.flatMap((card) =>
      card?.data.place === 'library' && kinds.includes(card.data.kind) ? [card.data] : [],
    );
    const bytes = await readMedia(request.store, bytesOfCards(shown));
    return shown.map((card) => toFileRow(config, request.locale, card, bytes));
  };
  return Response.json({
    list,
    named: await rowsOf(namedIn(searchParams)),
    used: await rowsOf((used ?? []).slice(0, MOST_NAMED)),
  } satisfies FileChoice);
}

/** What files say, as JSON, where texts that use them leave it to them. */
export async function readFileWords(args: LoaderFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  await requirePermission(request, 'media.read');
  const { config } = args.context.get(pageServices);
  const found = await getDocuments(
    request.store,
    namedIn(request.url.searchParams).map((id) => files.at(id)),
  );
  const words: WordsOfFiles = {};
  for (const document of found) if (document) words[document.data.id] = await wordsOf(request, config, document.data);
  return Response.json(words);
}

/** What a file says in each language, and what its picture says where it does not. */
async function wordsOf(request: AccountRequest, config: SiteConfig, file: SiteFile): Promise<WordsOfFiles[string]> {
  const { media: id, contentType } = file.current;
  const offers = await offeredTexts(request, config, file, { id, contentType: contentType as Media['contentType'] });
  const said = config.locales.map(({ code, language }): [Locale, FileWords] => {
    const { caption, credit } = file.languages[code] ?? {};
    const [alt, offered, { focus }] = [altIn(file, code), offers[language], uploadFor(file, code)];
    return [
      code,
      {
        ...(alt !== undefined && { alt }),
        ...(caption !== undefined && { caption }),
        ...(credit !== undefined && { credit }),
        ...(offered && Object.keys(offered).length > 0 && { offered }),
        ...(focus && { focus }),
      },
    ];
  });
  return Object.fromEntries(said);
}

function namedIn(params: URLSearchParams): string[] {
  return (params.get('ids') ?? '').split(',').filter(isMediaId).slice(0, MOST_NAMED);
}
