import type { Problem } from '../problems/problem.ts';

/** A value that should be an item, and where it was found. */
export interface SourcedDraft {
  value: unknown;
  file: string;
  /** The line, counted from 1, of what a path leads to, or of the nearest thing around it. */
  lineOf(problem: Pick<Problem, 'path' | 'lineInText'>): number;
  /** The bytes of a file that the draft names, and a key that is the same for the same file. */
  readFile(name: string): Promise<{ key: string; bytes: Uint8Array } | undefined>;
}

/** A file, or a part of one, that could not be read at all. */
export interface UnreadableDraft {
  file: string;
  line: number;
  unreadable: string;
}
