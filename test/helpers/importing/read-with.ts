import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isFileValue } from '#core/importing/imported-file.ts';
import {
  type ItemReader,
  type ReaderOptions,
  reportProblem,
  type SourcedItem,
  type UnreadableItem,
} from '#core/importing/item-reader.ts';
import { testConfig } from '../content/create-content-site.ts';

/** An item as a reader gives it. */
export type ReadValue = { [name: string]: unknown; languages: { [language: string]: { [name: string]: unknown } } };

/**
 * What a reader finds at a path: items, their values by id, files of the library, and what it tells about them.
 * @param folder left out of the files that are told
 */
export async function readWith(reader: ItemReader, path: string, settings: Partial<ReaderOptions> = {}, folder = path) {
  const options = { config: testConfig, type: 'notice', ...settings };
  const sources: (SourcedItem | UnreadableItem)[] = [];
  for await (const source of reader([path], options)) sources.push(source);
  const told = (kind: 'problems' | 'notes') =>
    sources.flatMap((source): string[] => {
      if (!('unreadable' in source)) return (source[kind] ?? []).map((problem) => reportProblem(source, problem));
      return kind === 'problems' ? [`${source.file}:${source.line}: ${source.unreadable}`] : [];
    });
  const short = (line: string) => line.replaceAll(`${folder}/`, '');
  const read = sources.filter((source): source is SourcedItem => !('unreadable' in source));
  const items = read.filter(({ value }) => !isFileValue(value));
  return {
    items,
    files: read.filter(({ value }) => isFileValue(value)),
    values: Object.fromEntries(
      items.map(({ value }) => [String((value as ReadValue).id), value as ReadValue] as const),
    ),
    problems: told('problems').map(short),
    notes: told('notes').map(short),
  };
}

/** Writes files into a new temporary folder, which is removed after the test. */
export async function writeFiles(files: { [name: string]: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'meki-import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}
