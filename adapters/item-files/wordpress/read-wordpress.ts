import { basename } from 'node:path';
import { foldToAscii } from '#core/content-types/slugs.ts';
import { FILE_LIMITS } from '#core/files/site-file.ts';
import type { ImportedFile } from '#core/importing/imported-file.ts';
import type { ItemReader, ReaderOptions, SourcedItem } from '#core/importing/item-reader.ts';
import { readPicture } from '../file-within.ts';
import { type FindPicture, uploadFinder, withoutQuery } from '../find-pictures.ts';
import { plainLine } from '../foreign-text.ts';
import { joinLanguages, type LanguagePart } from '../join-languages.ts';
import { findItemFiles, reasonOf } from '../read-item-files.ts';
import { convertItem } from './convert-item.ts';
import {
  type Attachment,
  createExportIndex,
  type ExportIndex,
  indexElement,
  isContent,
  itemIdOf,
  postLinks,
  settleGroups,
} from './export-index.ts';
import { NotAnExport, readChannel, textOf, type WxrElement } from './read-channel.ts';

/**
 * Reads posts and pages of exports of WordPress (WXR). Polylang's terms, or the metadata of WPML Export and Import, say which posts are
 * the languages of one item. Attachments and pictures come from the folder of the uploads. A file is read more than once: first
 * to judge it as a whole, and for what posts refer to.
 */
export const readWordPress: ItemReader = async function* (paths, options) {
  const index = createExportIndex();
  const files: string[] = [];
  for (const path of paths) {
    for await (const found of findItemFiles(path, ['.xml'])) {
      const fault =
        'problem' in found ? { line: 1, unreadable: found.problem } : await indexFile(options, index, found.file);
      if (fault) yield { file: found.file, ...fault };
      else files.push(found.file);
    }
  }
  settleGroups(options, index);
  const findUpload = uploadFinder(options.media, index);
  const linkTo = postLinks(index);
  yield* attachedFiles(options, index, findUpload);
  const waiting = new Map<string, [LanguagePart, ...LanguagePart[]]>();
  for (const file of files) {
    for await (const element of readChannel(file)) {
      if (element.name === 'item' && !isPost(element)) {
        const unreadable = `"${textOf(element, 'title')}" does not say what it is (wp:post_type)`;
        yield { file, line: element.line, unreadable };
      }
      const head = element.name === 'item' ? index.heads.get(textOf(element, 'wp:post_id')) : undefined;
      if (!head || !isContent(element)) continue;
      if (head.contentType === '' && head.type !== 'post') {
        const unreadable = `"${textOf(element, 'title')}" is of the type "${head.type}": no content type of the site is named like it`;
        yield { file, line: element.line, unreadable };
        continue;
      }
      const post = convertItem({ options, index, findUpload, linkTo }, file, head, element);
      const group = waiting.get(head.group);
      group?.push(post);
      const all: [LanguagePart, ...LanguagePart[]] = group ?? [post];
      if (all.length < (index.groups.get(head.group)?.size ?? 1)) {
        waiting.set(head.group, all);
        continue;
      }
      waiting.delete(head.group);
      yield joinLanguages(options, { id: itemIdOf(index, head), type: head.contentType }, all);
    }
  }
};

/** Indexes a file, of which nothing counts before all of it is known to be readable, or tells why it cannot be read. */
async function indexFile(
  options: ReaderOptions,
  index: ExportIndex,
  file: string,
): Promise<{ line: number; unreadable: string } | undefined> {
  try {
    let [items, posts] = [0, 0];
    for await (const element of readChannel(file)) {
      if (element.name !== 'item') continue;
      items++;
      if (isPost(element)) posts++;
    }
    if (items === 0) return { line: 1, unreadable: 'the export has no posts' };
    if (posts === 0) return { line: 1, unreadable: 'is a feed, not an export of WordPress (WXR)' };
    for await (const element of readChannel(file)) indexElement(options, index, element, file);
    return undefined;
  } catch (error) {
    if (error instanceof NotAnExport) return { line: error.line, unreadable: error.message };
    return { line: 1, unreadable: `cannot be read: ${reasonOf(error)}` };
  }
}

/** Whether an item says what it is, as those of feeds do not. */
function isPost(element: WxrElement): boolean {
  return textOf(element, 'wp:post_type') !== '';
}

/**
 * The attachments of an export that are in the folder of the uploads, as files of the library. Those that plugins for languages made
 * of one upload are one file.
 */
function* attachedFiles(
  { config }: Pick<ReaderOptions, 'config'>,
  { attachments }: Pick<ExportIndex, 'attachments'>,
  findUpload: FindPicture,
): Generator<SourcedItem> {
  const codes = config.locales.map(({ code }) => code);
  const uploads = new Map<string, Attachment[]>();
  for (const attachment of attachments.values()) {
    const found = findUpload(withoutQuery(attachment.url));
    if (!('file' in found) || !codes.includes(attachment.language)) continue;
    uploads.set(found.file, [...(uploads.get(found.file) ?? []), attachment]);
  }
  for (const [file, made] of uploads) {
    const [first] = made;
    if (!first) continue;
    const said = new Map(made.toReversed().map((attachment) => [attachment.language, textsOf(attachment, file)]));
    const value: ImportedFile = {
      file,
      sourceLanguage: said.has(config.defaultLocale) ? config.defaultLocale : first.language,
      languages: Object.fromEntries([...said].filter(([, texts]) => Object.keys(texts).length > 0)),
    };
    const { file: origin, line } = first;
    const read = async () => ({ key: file, name: basename(file), bytes: await readPicture(file) });
    yield {
      ...{ value, file: origin, lineOf: () => line, isOptional: true },
      readFile: async (name) => (name === file ? read() : undefined),
    };
  }
}

/** What an attachment says. The title that WordPress makes of the file name is none. */
function textsOf({ title, alt, caption }: Attachment, file: string) {
  const [name = ''] = basename(file).split(/\.\w+$/);
  const isMade = foldToAscii(title) === foldToAscii(name);
  const texts = { title: isMade ? '' : title, alt, caption: plainLine(caption) };
  const given = Object.entries(texts).flatMap(([member, text]) => {
    const fitting = text
      .slice(0, FILE_LIMITS[member as keyof typeof texts])
      .toWellFormed()
      .trim();
    return fitting === '' ? [] : [[member, fitting]];
  });
  return Object.fromEntries(given) as Partial<typeof texts>;
}
