import type { z } from 'zod';

/** A problem with an input value, and its location. */
export interface Problem {
  path: (string | number)[];
  message: string;
  /** For multi-line texts: the line, from 1. */
  lineInText?: number;
}

/** `languages.es.fields.preparation[2]` */
export function formatPath(path: (string | number)[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/** Texts that no document can store because they contain lone surrogates, which JSON can encode (`\ud83d`). */
export function textProblems(value: unknown, path: (string | number)[] = []): Problem[] {
  if (typeof value === 'string') {
    return value.isWellFormed() ? [] : [{ path, message: 'has half of a character (an unpaired surrogate)' }];
  }
  if (Array.isArray(value)) return value.flatMap((entry, index) => textProblems(entry, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textProblems(member, [...path, name]));
}

/** The problems that a schema found, as sentences; one for each unknown member. */
export function schemaProblems(error: z.ZodError, path: (string | number)[] = []): Problem[] {
  return error.issues.flatMap((issue): Problem[] => {
    const at = [...path, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: [...at, key], message: 'there is no such member' }));
    }
    return [{ path: at, message: plainWords(issue) }];
  });
}

function plainWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'is missing' : `must be ${withArticle(issue.expected)}`;
    case 'too_big':
      return `must have at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`.replace(
        /^must have at most (\S+)$/,
        issue.origin === 'array' ? 'must have at most $1 entries' : 'must be at most $1',
      );
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return 'may not be empty';
      return `must be at least ${issue.minimum}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      if (issue.format === 'date') return 'must be a date such as 2026-05-04';
      if (issue.format === 'datetime') return 'must be a day and a time such as 2026-05-04T18:00';
      if (issue.format === 'time') return 'must be a time from 00:00 to 23:59 such as 07:30';
      return issue.message;
    default:
      return issue.message;
  }
}

function withArticle(expected: string): string {
  const names: { [type: string]: string } = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  };
  return names[expected] ?? expected;
}
