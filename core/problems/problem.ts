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
