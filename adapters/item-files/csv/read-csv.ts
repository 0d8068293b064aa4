import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { readTimeOfDay } from '#core/content-types/time-spans.ts';
import type { ItemReader, ReaderOptions, SourcedItem, UnreadableItem } from '#core/importing/item-reader.ts';
import { readGuardedCell } from '#core/markup/spreadsheet-cell.ts';
import type { Problem } from '#core/problems/problem.ts';
import { tagNamed } from '../foreign-names.ts';
import { parseJson } from '../parse-items.ts';
import { findItemFiles, readMediaFile, reasonOf } from '../read-item-files.ts';

const SHARED = ['id', 'type', 'sourceLanguage', 'publishedAt', 'author', 'tags', 'cover'];

const LOCALIZED = [
  'author',
  'title',
  'slug',
  'summary',
  'body',
  'body.markdown',
  'body.html',
  'seo.title',
  'seo.description',
  'coverAlt',
  'state',
  'oldAddresses',
];

/** The path of the member that a column holds, by the mapping or its own name, if there is one; empty if it is left out. */
function columnOf(name: string, types: readonly string[], options: ReaderOptions): string[] | undefined {
  const mapped = options.map?.get(name.trim());
  return mapped === '-' ? [] : pathOf(mapped ?? name.trim(), types, options);
}

/** Says which columns are no members of an item, all at once. */
function unknownColumns(names: readonly string[], { map }: Pick<ReaderOptions, 'map'>): string {
  const [name = '', ...others] = names;
  const mapped = map?.get(name.trim());
  if (mapped !== undefined) return `"${mapped}", to which the column "${name}" is mapped, is no member of an item`;
  const which =
    others.length === 0
      ? `the column "${name}" is no member of an item: map it`
      : `the columns ${names.map((one) => `"${one}"`).join(', ')} are no members of an item: map each`;
  return `${which}, as in --map "${name}=summary", or leave it out with "${name}=-"`;
}

/**
 * The path of a member by its name: `title`, `title_en`, `title.en`, `languages.en.title`, `fields.minutes` or the key of a field
 * alone. A localized member without a language belongs to the language of the options.
 */
function pathOf(name: string, types: readonly string[], options: ReaderOptions): string[] | undefined {
  const { config, language: given = config.defaultLocale } = options;
  if (SHARED.includes(name)) return [name];
  const codes = config.locales.map(({ code }) => code);
  const full = /^languages\.([^.]+)\.(.+)$/.exec(name);
  const suffixed = /^(.+?)[._:-]([a-z]{2,3}(?:-[A-Za-z]{2})?)$/.exec(name);
  const [base, language, isSaid] = full
    ? [full[2] ?? '', full[1] ?? '', true]
    : suffixed && codes.includes(suffixed[2] ?? '')
      ? [suffixed[1] ?? '', suffixed[2] ?? '', true]
      : [name, given, false];
  if (!codes.includes(language)) return undefined;
  if (LOCALIZED.includes(base)) return ['languages', language, ...base.split('.')];
  const key = base.replace(/^fields\./, '');
  const fields = config.contentTypes
    .filter((type) => types.length === 0 || types.includes(type.key))
    .flatMap((type) => type.fields);
  const field = fields.find((one) => one.key === key);
  if (!field || (isSaid && !field.localized)) return undefined;
  return field.localized ? ['languages', language, 'fields', key] : ['fields', key];
}

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
    .then((bytes) => parseRows(decoded(bytes)))
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

/**
 * The text of a file in UTF-8, or in UTF-16 as spreadsheets mark it.
 * @throws Error for other encodings, which cannot be told from each other
 */
function decoded(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error('it is not in UTF-8: save it again in the spreadsheet as "CSV UTF-8"', { cause: error });
  }
}

type Rows = { ok: true; rows: { cells: string[]; line: number }[] } | { ok: false; line: number; message: string };

/** The rows that have a cell, with the line, from 1, of each; or where the first syntax error is. */
function parseRows(whole: string): Rows {
  const rows: { cells: string[]; line: number }[] = [];
  // Spreadsheets may say the separator on a line of its own.
  const [said = '', separator] = /^\uFEFF?(?:sep=(.)\r?\n)?/.exec(whole) ?? [];
  const text = whole.slice(said.length);
  const before = separator === undefined ? 0 : 1;
  let line = 1 + before;
  try {
    parse(text, {
      delimiter: separator ?? separatorOf(text),
      relax_column_count: true,
      on_record(cells: string[], { lines }) {
        if (cells.some((cell) => cell.trim() !== ''))
          rows.push({ cells: withoutEmptyEnd(cells).map(readGuardedCell), line });
        line = lines + 1 + before;
        return null;
      },
    });
    return { ok: true, rows };
  } catch (error) {
    return { ok: false, line, message: `not CSV: ${reasonOf(error)}` };
  }
}

/** Spreadsheets write empty cells after the last one that is used. */
function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

/** What is wrong with the first row. Fields are those of any type, since each row may have its own. */
function headerProblem(header: readonly string[], options: ReaderOptions): string | undefined {
  const types = options.type === undefined ? [] : [options.type];
  const unknown = header.filter((name) => name.trim() !== '' && !columnOf(name, types, options));
  if (unknown.length > 0) return unknownColumns(unknown, options);
  const members = new Map<string, string>();
  for (const name of header) {
    if (name.trim() === '') return 'a column has no name';
    const member = columnOf(name, types, options)?.join('.');
    if (!member) continue;
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
    const path = columnOf(name, type === undefined ? [] : [type], options);
    if (!path) {
      if (cell.trim() !== '')
        problems.push({ path: [], message: `the type "${type}" has no field for the column "${name}"` });
    } else if (path.length > 0 && cell.trim() !== '') {
      const field = path.at(-2) === 'fields' ? fields.find(({ key }) => key === path.at(-1)) : undefined;
      setMember(value, path, cellValue(path, cell, field, options));
      places.push({ path, line });
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

/** The value of a cell at a path of an item. What cannot be converted stays a text, which validation then refuses by name. */
function cellValue(
  path: readonly string[],
  cell: string,
  field: FieldDefinition | undefined,
  options: ReaderOptions,
): unknown {
  if (field) return fieldValue(field, cell, options);
  const text = cell.trim();
  switch (path.at(-1)) {
    case 'tags':
      return listOf(cell).map((tag) => tagNamed(options.config, tag) ?? tag);
    case 'oldAddresses':
      return cell.split(/[\s|]+/).flatMap((address) => (address === '' ? [] : [withoutOrigin(address)]));
    case 'cover':
      return { file: text };
    case 'body':
      return { markdown: cell };
    case 'markdown':
    case 'html':
      return cell;
    case 'publishedAt':
      return dateOf(text, options);
    default:
      return text;
  }
}

function fieldValue(field: FieldDefinition, cell: string, options: ReaderOptions): unknown {
  const text = cell.trim();
  switch (field.kind) {
    case 'number':
    case 'weekday':
      return toNumber(text);
    case 'time':
      return readTimeOfDay(text) ?? text;
    case 'date':
      return dateOf(text, options);
    case 'moment':
      return dateOf(text, options).slice(0, 16);
    case 'boolean':
      if (/^(?:true|yes|y|1|x|sí|si|s|verdadero)$/i.test(text)) return true;
      return /^(?:false|no|n|0|falso)$/i.test(text) ? false : text;
    case 'rich-text':
      return { markdown: cell };
    case 'media':
      return { file: text };
    case 'list':
      if (typeof field.of !== 'string') return toJson(text);
      return field.of !== 'text' ? listOf(cell).map(toNumber) : listOf(cell, /[|\n]/);
    default:
      return field.kind === 'text' && field.multiline ? cell : text;
  }
}

/** The entries of a cell, between `,`, `;`, `|` or line breaks. */
function listOf(cell: string, separator = /[,;|\n]/): string[] {
  return cell.split(separator).flatMap((entry) => entry.trim() || []);
}

/** A date as ISO 8601 has it, also from one as spreadsheets of the language write it: `1/5/2024`, `01.05.2024 9:30`. */
function dateOf(text: string, { config, language = config.defaultLocale }: ReaderOptions): string {
  const [, a = '', b = '', year = '', hour, minute = '', second = '00'] =
    /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?: (\d{1,2}):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
  if (year === '') return text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T').replace(/T(?=\d:)/, 'T0');
  const locale = config.locales.find(({ code }) => code === language)?.language ?? language;
  const first = new Intl.DateTimeFormat(locale).formatToParts(0).find(({ type }) => type === 'day' || type === 'month');
  const isDayFirst = Number(a) > 12 || (first?.type === 'day' && Number(b) <= 12);
  const [day, month] = (isDayFirst ? [a, b] : [b, a]).map((part) => part.padStart(2, '0'));
  return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour.padStart(2, '0')}:${minute}:${second}`}`;
}

/** A number, also with a decimal comma; three digits after it may be thousands. */
function toNumber(text: string): number | string {
  const value = Number(/^[-+]?\d+,(?!\d{3}$)\d+$/.test(text) ? text.replace(',', '.') : text);
  return Number.isFinite(value) ? value : text;
}

/** The value of a JSON text; the text itself if it is none. */
function toJson(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

function withoutOrigin(address: string): string {
  return /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address).pathname : address;
}
