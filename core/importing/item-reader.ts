import type { Locale } from '../locales/locale.ts';
import { formatPath, type Problem } from '../problems/problem.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** A value that should be an item or a file of the library, and its source location. */
export interface SourcedItem {
  value: unknown;
  file: string;
  /** The line, from 1, of the value at a path, or of the nearest enclosing one. */
  lineOf(problem: Pick<Problem, 'path' | 'lineInText'>): number;
  /** The bytes of a file named in the item, its name without folders, and a key that identifies the file. */
  readFile(name: string): Promise<{ key: string; name: string; bytes: Uint8Array } | undefined>;
  /** The file of the value at a path, for items that are made of several; default: `file`. */
  fileOf?(problem: Pick<Problem, 'path'>): string;
  /** What the reader found that the value does not show: the item is refused. */
  problems?: Problem[];
  /** What the reader changed or left out, for a person to look at. The item is imported nevertheless. */
  notes?: Problem[];
  /** Whether a file that cannot be brought in is told in a note alone. */
  isOptional?: boolean;
}

/** A file, or a part of one, that could not be parsed. */
export interface UnreadableItem {
  file: string;
  line: number;
  unreadable: string;
}

/** `file:line: field: what is wrong`, for a person. */
export function reportProblem(source: Pick<SourcedItem, 'file' | 'fileOf' | 'lineOf'>, problem: Problem): string {
  const path = formatPath(problem.path);
  const file = source.fileOf?.(problem) ?? source.file;
  return `${file}:${source.lineOf(problem)}: ${path && `${path}: `}${problem.message}`;
}

/** The formats that `meki import` reads: its own files of items, and those with an adapter. */
export const IMPORT_FORMATS = ['items', 'csv', 'markdown', 'wordpress'] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The member of an item that a column or property of a source becomes, such as `fields.minutes` or `languages.en.title`. */
export type ImportMap = ReadonlyMap<string, string>;

export interface ReaderOptions {
  config: SiteConfig;
  /** The content type of items that name none. */
  type?: string;
  /** The language of texts that name none; default: that of the site. */
  language?: Locale;
  /** By name in the source. */
  map?: ImportMap;
  /** The folder with the files that a source names by address or by a path of its own site. */
  media?: string;
  /** Whether what a rich text cannot have is left out and told in `notes`, instead of refused. */
  lenient?: boolean;
}

/**
 * The port to a format of content: reads the items in files and folders, in the order of their names. The languages of an item come
 * together, as one value. A file or entry that cannot be read becomes an `UnreadableItem`, and the reader goes on.
 * `file` of what it yields begins with the path that was given.
 */
export type ItemReader = (paths: string[], options: ReaderOptions) => AsyncIterable<SourcedItem | UnreadableItem>;
