import type { Problem } from './problem.ts';

/** Texts that no document can store because they contain lone surrogates, which JSON can encode (`\ud83d`). */
export function textProblems(value: unknown, path: (string | number)[] = []): Problem[] {
  if (typeof value === 'string') {
    return value.isWellFormed() ? [] : [{ path, message: 'has half of a character (an unpaired surrogate)' }];
  }
  if (Array.isArray(value)) return value.flatMap((entry, index) => textProblems(entry, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textProblems(member, [...path, name]));
}
