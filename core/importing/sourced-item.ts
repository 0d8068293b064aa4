import { formatPath, type Problem } from '../problems/problem.ts';

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
