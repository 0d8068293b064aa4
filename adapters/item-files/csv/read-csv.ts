import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import type { ItemReader, ReaderOptions } from '#core/importing/item-reader.ts';
import type { SourcedItem, UnreadableItem } from '#core/importing/sourced-item.ts';
import { readGuardedCell } from '#core/markup/spreadsheet-cell.ts';
import type { Problem } from '#core/problems/problem.ts';
import { findItemFiles } from '../find-item-files.ts';
import { readMediaFile } from '../read-item-files.ts';
import { cellValue } from './cells.ts';
import { columnOf, unknownColumns } from './columns.ts';

/** A place of an item, and the line of the cell that holds it. */
type Place = { path: string[]; line: number };

/**
 * Reads CSV: the first row names the columns, each other row is an item. The separator is a comma, a semicolon or a tab, whichever
 * the first row has. Empty cells are no values. Files that a cell names are found as those of item files are.
 */
export const readCsv: ItemReader = async function* (paths, options) {
  for (const path of paths) {
    for await (const found of findItemFiles(path, ['.csv'])) {
      if ('problem' in found) yield { file: found.file, line: 1, unreadable: found.problem };
      else yield* readRows(found.file, found.root, options);
    }
  }
};

async function* readRows(
  file: string,
  root: string,
  options: ReaderOptions,
): AsyncGenerator<SourcedItem | UnreadableItem> {
  const reading = await readFile(file)
    .then((bytes) => parseRows(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    .catch((error: unknown) => ({ ok: false as const, line: 1, message: `cannot be read: ${reasonOf(error)}` }));
  if (!reading.ok) {
    yield { file, line: reading.line, unreadable: reading.message };
    return;
  }
  const [header, ...rows] = reading.rows;
  const problem = header ? headerProblem(header.cells, options) : 'has no rows';
  if (!header || problem !== undefined) {
    yield { file, line: header?.line ?? 1, unreadable: problem ?? '' };
    return;
  }
  for (const { cells, line } of rows) yield rowOf({ header: header.cells, record: cells, line, file, root, options });
}

type Rows = { ok: true; rows: { cells: string[]; line: number }[] } | { ok: false; line: number; message: string };

/** The rows that have a cell, with the line, from 1, of each; or where the first syntax error is. */
function parseRows(text: string): Rows {
  const rows: { cells: string[]; line: number }[] = [];
  let line = 1;
  try {
    parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      on_record(cells: string[], { lines }) {
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells: cells.map(readGuardedCell), line });
        line = lines + 1;
        return null;
      },
    });
    return { ok: true, rows };
  } catch (error) {
    return { ok: false, line, message: `not CSV: ${reasonOf(error)}` };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What is wrong with the first row. Fields are those of any type, since each row may have its own. */
function headerProblem(header: readonly string[], options: ReaderOptions): string | undefined {
  const types = options.type === undefined ? [] : [options.type];
  const unknown = header.filter((name) => name.trim() !== '' && !columnOf(name, types, options));
  if (unknown.length > 0) return unknownColumns(unknown, options);
  const members = new Map<string, string>();
  for (const name of header) {
    if (name.trim() === '') return 'a column has no name';
    const column = columnOf(name, types, options);
    if (column?.kind !== 'member') continue;
    const member = column.path.join('.');
    const other = members.get(member);
    if (other !== undefined) return `the columns "${other}" and "${name}" are both ${member}`;
    members.set(member, name);
  }
  return undefined;
}

function rowOf(row: {
  header: readonly string[];
  record: readonly string[];
  line: number;
  file: string;
  root: string;
  options: ReaderOptions;
}): SourcedItem {
  const { header, record, file, root, options } = row;
  const typeAt = header.findIndex((name) => (options.map?.get(name.trim()) ?? name.trim()) === 'type');
  const type = record[typeAt]?.trim() || options.type;
  const fields = options.config.contentTypes.find(({ key }) => key === type)?.fields ?? [];
  const value: { [name: string]: unknown } = type === undefined ? {} : { type };
  const places: Place[] = [];
  const problems: Problem[] = [];
  if (record.length > header.length) {
    problems.push({ path: [], message: `has ${record.length} cells, and there are ${header.length} columns` });
  }
  let line = row.line;
  for (const [index, name] of header.entries()) {
    const cell = record[index] ?? '';
    const column = columnOf(name, type === undefined ? [] : [type], options);
    if (!column) {
      if (cell.trim() !== '')
        problems.push({ path: [], message: `the type "${type}" has no field for the column "${name}"` });
    } else if (column.kind === 'member' && cell.trim() !== '') {
      setMember(value, column.path, cellValue(column.path, cell, fieldAt(column.path, fields)));
      places.push({ path: column.path, line });
    }
    line += cell.split('\n').length - 1;
  }
  value.languages ??= {};
  value.sourceLanguage ??= sourceOf(Object.keys(value.languages as object), options);
  return {
    value,
    file,
    problems,
    lineOf: (problem) => lineOf(places, problem) ?? row.line,
    readFile: async (name) =>
      (await readMediaFile(root, file, name)) ??
      (options.media === undefined
        ? undefined
        : readMediaFile(resolve(options.media), resolve(options.media, 'x'), name)),
  };
}

/** The language of the options if the row has it, otherwise the first that it has. */
function sourceOf(languages: string[], { config, language = config.defaultLocale }: ReaderOptions): string {
  return languages.includes(language) ? language : (languages[0] ?? language);
}

function fieldAt(path: readonly string[], fields: readonly FieldDefinition[]): FieldDefinition | undefined {
  const key = path.at(-2) === 'fields' ? path.at(-1) : undefined;
  return fields.find((field) => field.key === key);
}

function setMember(value: { [name: string]: unknown }, [name = '', ...rest]: readonly string[], member: unknown): void {
  if (rest.length === 0) {
    value[name] = member;
    return;
  }
  const inner = (value[name] ?? {}) as { [name: string]: unknown };
  setMember(inner, rest, member);
  value[name] = inner;
}

/** The line of the cell that holds the place of a problem, or of the first one below it. */
function lineOf(places: readonly Place[], { path, lineInText = 1 }: Parameters<SourcedItem['lineOf']>[0]) {
  const starts = (whole: readonly (string | number)[], part: readonly (string | number)[]) =>
    part.every((name, index) => whole[index] === name);
  const holder = places.find((place) => starts(path, place.path));
  if (holder) return holder.line + lineInText - 1;
  return path.length > 1 ? places.find((place) => starts(place.path, path))?.line : undefined;
}

/** The first separator of the first row, outside of quotes. A quote that is written twice ends one stretch and begins another. */
function separatorOf(text: string): string {
  return /^(?:"[^"]*"|[^",;\t\n])*([,;\t])/.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? ',';
}
