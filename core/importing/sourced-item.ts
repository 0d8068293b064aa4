import type { Problem } from '../problems/problem.ts';

/** A value that should be an item, and its source location. */
export interface SourcedItem {
  value: unknown;
  file: string;
  /** The line, from 1, of the value at a path, or of the nearest enclosing one. */
  lineOf(problem: Pick<Problem, 'path' | 'lineInText'>): number;
  /** The bytes of a file named in the item, its name without folders, and a key that identifies the file. */
  readFile(name: string): Promise<{ key: string; name: string; bytes: Uint8Array } | undefined>;
}

/** A file, or a part of one, that could not be parsed. */
export interface UnreadableItem {
  file: string;
  line: number;
  unreadable: string;
}
