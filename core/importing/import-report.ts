import type { Problem } from '../problems/problem.ts';
import { reportProblem, type SourcedItem, type UnreadableItem } from './item-reader.ts';

export interface ImportProgress {
  /** Items, and files of the library, that were new or changed. */
  imported: number;
  /** Items that already existed with the same contents. */
  unchanged: number;
  /** Items, or unreadable files, that were skipped. */
  refused: number;
}

/** What became of an item. */
export interface ImportedOutcome {
  id: string;
  outcome: 'created' | 'changed' | 'unchanged' | 'refused';
  /** `file:line` */
  origin: string;
}

/** Lines are `file:line: field: what is wrong`, in the order of the source, equal ones as one with their number. */
export interface ImportReport extends ImportProgress {
  /** Why items were refused. */
  problems: string[];
  /** Why texts that were to be published stay drafts. */
  drafts: string[];
  /** What the reader changed or left out. */
  notes: string[];
  /** Items that were imported from these files before and are not in them any more: `file: id`. They stay as they are. */
  gone: string[];
}

type Lines = 'problems' | 'drafts' | 'notes';

/** Maximum characters of a line. */
const MAX_LINE = 2_000;

/** One line, whatever names and texts of strangers are in it. */
function asLine(text: string): string {
  const line = text.replace(/[\r\n\u2028\u2029]+/g, ' ');
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}

/** What is told of one source in the same words more often than this is told once, with the first line and their number. */
const MOST_ALIKE = 3;

function sayingOf({ path, message }: Problem): string {
  return `${path.filter((part) => typeof part === 'string').join('.')}: ${message}`;
}

/** Collects what is told about sources, each in the order in which they were read. */
export function createReporter(onOutcome?: (outcome: ImportedOutcome) => void) {
  const counts: ImportProgress = { imported: 0, unchanged: 0, refused: 0 };
  const lines: { [kind in Lines]: { place: number; text: string }[] } = { problems: [], drafts: [], notes: [] };
  const places = new WeakMap<SourcedItem | UnreadableItem, number>();
  let place = 0;

  const tell = (kind: Lines, source: SourcedItem, problems: readonly Problem[], prefix = '') => {
    for (const alike of Map.groupBy(problems, sayingOf).values()) {
      const isMany = alike.length > MOST_ALIKE;
      for (const problem of isMany ? alike.slice(0, 1) : alike) {
        const told = { ...problem, message: prefix + problem.message };
        const text = asLine(reportProblem(source, told)) + (isMany ? ` (${alike.length} times)` : '');
        lines[kind].push({ place: places.get(source) ?? 0, text });
      }
    }
  };
  const finish = (source: SourcedItem, id: string, outcome: ImportedOutcome['outcome']) => {
    onOutcome?.({ id, outcome, origin: asLine(`${source.file}:${source.lineOf({ path: [] })}`) });
  };

  return {
    counts,
    begin: (source: SourcedItem | UnreadableItem) => void places.set(source, ++place),
    unreadable(source: UnreadableItem) {
      counts.refused++;
      const text = asLine(`${source.file}:${source.line}: ${source.unreadable}`);
      lines.problems.push({ place: places.get(source) ?? 0, text });
    },
    refuse(source: SourcedItem, id: string, problems: readonly Problem[]) {
      counts.refused++;
      tell('problems', source, problems);
      finish(source, id, 'refused');
    },
    accept(
      source: SourcedItem,
      id: string,
      outcome: Exclude<ImportedOutcome['outcome'], 'refused'>,
      told: { heldBack: readonly Problem[]; notes: readonly Problem[] },
    ) {
      counts[outcome === 'unchanged' ? 'unchanged' : 'imported']++;
      tell('drafts', source, told.heldBack, 'stays a draft: ');
      tell('notes', source, told.notes);
      finish(source, id, outcome);
    },
    leaveOut(source: SourcedItem, problems: readonly Problem[]) {
      tell('notes', source, problems, 'is left out: ');
    },
    report(gone: string[]): ImportReport {
      const inOrder = (kind: Lines) => {
        const sorted = lines[kind].sort((a, b) => a.place - b.place);
        // What is equal is one line: a value that is repeated thousands of times hides nothing else.
        const groups = Map.groupBy(sorted, ({ place, text }) => `${place} ${text}`).values();
        return [...groups].map(([{ text } = { text: '' }, ...more]) =>
          more.length > 0 ? `${text} (${more.length + 1} times)` : text,
        );
      };
      return { ...counts, problems: inOrder('problems'), drafts: inOrder('drafts'), notes: inOrder('notes'), gone };
    },
  };
}
