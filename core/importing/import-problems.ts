import type { Item } from '../content/item.ts';
import { itemProblems, unknownLanguages } from '../content/validate-item.ts';
import type { Problem } from '../problems/problem.ts';
import { placeOfCheck, sentenceOfCheck } from '../publishing/check-sentences.ts';
import type { Check } from '../publishing/publish-checks.ts';
import { blockId, blockIdsOf, deterministicBlockId } from '../rich-text/block-ids.ts';
import { imagesIn, nodeText, type RichTextNode } from '../rich-text/rich-text.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { translatesProblems } from '../translation/translates.ts';
import { ANY_PICTURE, withPictures } from './import-pictures.ts';
import { isFileValue, readImportedFile } from './imported-file.ts';
import { type ImportedItem, readImportedItem } from './imported-item.ts';
import { isSettingEntry, readImportedSetting } from './imported-setting.ts';
import { coverAltsOf, itemOf } from './item-of-import.ts';
import { reportProblem, type SourcedItem, type UnreadableItem } from './item-reader.ts';

/** Problems of an imported item that do not depend on where it is stored. */
export function importedItemProblems(config: SiteConfig, imported: ImportedItem): Problem[] {
  if (imported.id === '') return [{ path: ['id'], message: 'is missing, and the title gives none' }];
  return problemsOf(config, imported, itemOf(imported, undefined, deterministicBlockId));
}

/** Everything that prevents the imported languages of an item from being published, without the checks for publishing. */
export function problemsOf(config: SiteConfig, imported: ImportedItem, item: Item): Problem[] {
  const languages = Object.keys(imported.languages);
  const told = Object.keys(coverAltsOf(imported)).filter((language) => !languages.includes(language));
  const problems = [
    ...itemProblems(config, item, languages, { strict: true }),
    ...unknownLanguages(config, told),
    ...linkProblems(item, imported),
  ];
  return problems.map((problem) => pathInFile(imported, item, problem));
}

/** Whether a draft may have the problem: a text or field is empty or missing or, where the file itself says draft, too long. */
export function isUnfinished({ languages }: ImportedItem, { path, message }: Problem): boolean {
  const isOfLanguage = path[0] === 'languages';
  const [own = ''] = isOfLanguage ? path.slice(2) : path;
  const isText = own === 'fields' || (isOfLanguage && ['title', 'slug', 'summary', 'seo'].includes(String(own)));
  if (!isText) return false;
  if (/(?:is missing|may not be empty)$/.test(message)) return true;
  return isOfLanguage && languages[path[1] ?? '']?.isDraft === true && /at most \d+ characters$/.test(message);
}

/** A failed check as a problem in the file, in its words. */
export function checkProblem(config: SiteConfig, imported: ImportedItem, item: Item, check: Check): Problem {
  const path: Problem['path'] = placeOfCheck(config, item, check);
  const message = sentenceOfCheck(check, item);
  const { body } = item.languages[check.language] ?? {};
  const index = body?.content.findIndex((block) => blockId(block) === check.block) ?? -1;
  if (check.field !== 'body' || index < 0) return { path, message };
  return pathInFile(imported, item, { path: [...path, 'content', index], message }, check.target);
}

/** What blocks say that they translate, and do not. */
function linkProblems(item: Item, { sourceLanguage, languages }: ImportedItem): Problem[] {
  const sourceIds = blockIdsOf(item.languages[sourceLanguage]?.body);
  return Object.entries(languages).flatMap(([locale, { translates = [] }]) =>
    translatesProblems(translates, locale === sourceLanguage ? undefined : sourceIds).map(({ index, message }) => ({
      path: ['languages', locale, 'body', 'content', index, 'attrs', 'translates'],
      message,
    })),
  );
}

/**
 * Maps a problem's path from the item to the imported item: body nodes are below `tiptap`, or lines of the text that was parsed, and
 * the alternative text is below the cover.
 * @param words that the line has
 */
function pathInFile({ languages, cover }: ImportedItem, item: Item, problem: Problem, words?: string): Problem {
  const { path } = problem;
  const [top, language = ''] = path;
  const isOfCover = top === 'languages' && !languages[language] && cover?.alt[language] !== undefined;
  if (isOfCover) return { ...problem, path: ['cover', 'alt', language] };
  if (top !== 'languages' || path[2] !== 'body' || path.length <= 3) return problem;
  const written = languages[language]?.written;
  if (!written) return { ...problem, path: [...path.slice(0, 3), 'tiptap', ...path.slice(3)] };
  const block = typeof path[4] === 'number' ? item.languages[language]?.body.content[path[4]] : undefined;
  const line = lineOfBlock(written.text, block, words);
  return { ...problem, path: [...path.slice(0, 3), written.form], ...(line !== undefined && { lineInText: line }) };
}

/** The line, from 1, of a text with the given words, or else with the beginning of a block. */
function lineOfBlock(text: string, block: RichTextNode | undefined, words = ''): number | undefined {
  const first = block ? nodeText(block).trim().slice(0, 20) : '';
  const lines = text.split('\n');
  for (const part of [words, first, block && imagesIn(block).length > 0 ? '![' : '']) {
    const at = part === '' ? -1 : lines.findIndex((line) => line.includes(part));
    if (at >= 0) return at + 1;
  }
  return undefined;
}

/** What would prevent items from being imported into any site with a configuration, one line each. Nothing is stored. */
export async function findImportProblems(
  config: SiteConfig,
  sources: AsyncIterable<SourcedItem | UnreadableItem>,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const source of sources) {
    if ('unreadable' in source) {
      lines.push(`${source.file}:${source.line}: ${source.unreadable}`);
      continue;
    }
    if (isSettingEntry(source.value)) {
      lines.push(
        ...readImportedSetting(source.value, config).problems.map((problem) => reportProblem(source, problem)),
      );
      continue;
    }
    if (isFileValue(source.value)) {
      lines.push(...readImportedFile(source.value, config).problems.map((problem) => reportProblem(source, problem)));
      continue;
    }
    const { item, problems } = readImportedItem(source.value, config);
    const complete = item && (await withPictures(config, source, item, async () => ANY_PICTURE));
    const all = [...problems, ...(complete ? importedItemProblems(config, complete) : [])];
    lines.push(...all.map((problem) => reportProblem(source, problem)));
  }
  return lines;
}
