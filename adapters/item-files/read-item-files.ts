import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import { isFileValue } from '#core/importing/imported-file.ts';
import { isSettingEntry } from '#core/importing/imported-setting.ts';
import type { ReaderOptions, SourcedItem, UnreadableItem } from '#core/importing/item-reader.ts';
import { isFileWithin, readPicture } from './file-within.ts';
import { linesOfJson, parseJson, parseYamlItems } from './parse-items.ts';

/**
 * Reads the items, and the files of the library, in files and folders. YAML: one or more documents per file, each an item or a list of items; JSON: an item or a
 * list of items; JSONL and NDJSON: one per line. An item without a type or a source language gets those of the options. A file named in an item has a path relative to the item's file, or to a folder `media` beside it or one
 * above; other files outside of the given folder are not read.
 */
export async function* readItemFiles(
  paths: string[],
  options?: Defaults,
): AsyncGenerator<SourcedItem | UnreadableItem> {
  for (const path of paths) {
    for await (const found of findItemFiles(path)) {
      if ('problem' in found) {
        yield { file: found.file, line: 1, unreadable: found.problem };
        continue;
      }
      try {
        for await (const item of readItems(found.file, found.root)) {
          yield 'value' in item && options ? { ...item, value: withDefaults(item.value, options) } : item;
        }
      } catch (error) {
        yield { file: found.file, line: 1, unreadable: `cannot be read: ${reasonOf(error)}` };
      }
    }
  }
}

type Defaults = Pick<ReaderOptions, 'config' | 'type' | 'language'>;

function withDefaults(value: unknown, { config, type, language }: Defaults): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isSettingEntry(value)) return value;
  const isItem = !isFileValue(value);
  return { ...(type !== undefined && isItem && { type }), sourceLanguage: language ?? config.defaultLocale, ...value };
}

async function* readItems(file: string, root: string): AsyncGenerator<SourcedItem | UnreadableItem> {
  const found = (value: unknown, lineOf: SourcedItem['lineOf']): SourcedItem => ({
    value,
    file,
    lineOf,
    readFile: (name) => readMediaFile(root, file, name),
  });
  const each = (value: unknown, lineOf: SourcedItem['lineOf']): SourcedItem[] =>
    Array.isArray(value)
      ? value.map((entry: unknown, index) =>
          found(entry, (problem) => lineOf({ ...problem, path: [index, ...problem.path] })),
        )
      : [found(value, lineOf)];
  const extension = extname(file).toLowerCase();
  if (extension === '.jsonl' || extension === '.ndjson') {
    let line = 0;
    for await (const text of readLines(file)) {
      const own = ++line;
      if (text.trim() === '') continue;
      const parsed = parseJson(text);
      if (parsed.ok) yield found(parsed.value, () => own);
      else yield { file, line: own, unreadable: parsed.message };
    }
    return;
  }
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  if (extension === '.json') {
    const parsed = parseJson(text);
    if (parsed.ok) yield* each(parsed.value, linesOfJson(text));
    else yield { file, line: parsed.line, unreadable: parsed.message };
    return;
  }
  for (const item of parseYamlItems(text)) {
    if (item.ok) yield* each(item.value, item.lineOf);
    else yield { file, line: item.line, unreadable: item.message };
  }
}

/** A file that an item's file names, if it is in the folder `root`. */
export async function readMediaFile(
  root: string,
  itemFile: string,
  name: string,
): Promise<{ key: string; name: string; bytes: Uint8Array } | undefined> {
  const folder = dirname(itemFile);
  const above = join(folder, '..', 'media');
  if (isAbsolute(name)) return undefined;
  for (const key of [join(folder, name), join(folder, 'media', name), join(above, name)]) {
    if (!isFileWithin(root, key) && !isFileWithin(above, key)) continue;
    const bytes = await readPicture(key).catch(() => undefined);
    if (bytes) return { key, name: basename(key), bytes };
  }
  return undefined;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Streams the lines of a UTF-8 file of any size. @throws TypeError if it is not UTF-8. */
async function* readLines(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

const EXTENSIONS = ['.yaml', '.yml', '.json', '.jsonl', '.ndjson'];

/** A file, and the folder in which the files that it names must be. */
type FoundFile = { file: string; root: string } | { file: string; problem: string };

/** The files of items at a path: the file itself, or all files below the folder, sorted by name, but those in `media` first. */
export async function* findItemFiles(path: string, extensions = EXTENSIONS): AsyncGenerator<FoundFile> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) {
    yield { file: path, problem: 'there is no such file or folder' };
  } else if (!stats.isDirectory()) {
    yield hasExtension(path, extensions)
      ? { file: path, root: dirname(path) }
      : { file: path, problem: `is not one of ${extensions.join(', ')}` };
  } else {
    let found = false;
    for await (const file of walk(path, extensions)) {
      found = true;
      yield { file, root: path };
    }
    if (!found) yield { file: path, problem: `the folder has no files of items (${extensions.join(', ')})` };
  }
}

async function* walk(folder: string, extensions: string[]): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  // The files of the library first: texts without an alternative text of their own are published with that of their pictures.
  const rank = ({ name }: { name: string }) => (name === 'media' ? 0 : 1);
  for (const entry of entries.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, extensions);
    else if (entry.isFile() && hasExtension(path, extensions)) yield path;
  }
}

function hasExtension(path: string, extensions: string[]): boolean {
  return extensions.includes(extname(path).toLowerCase());
}
