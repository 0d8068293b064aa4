import { basename } from 'node:path';
import { foldToAscii } from '#core/content-types/slugs.ts';
import { FILE_LIMITS } from '#core/files/site-file.ts';
import type { ImportedFile } from '#core/importing/imported-file.ts';
import type { ReaderOptions } from '#core/importing/item-reader.ts';
import type { SourcedItem } from '#core/importing/sourced-item.ts';
import { readPicture } from '../file-within.ts';
import type { FindPicture } from '../find-pictures.ts';
import { withoutQuery } from '../find-pictures.ts';
import { plainLine } from '../foreign-text.ts';
import type { Attachment, ExportIndex } from './export-index.ts';

/**
 * The attachments of an export that are in the folder of the uploads, as files of the library. Those that plugins for languages made
 * of one upload are one file.
 */
export function* attachedFiles(
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
