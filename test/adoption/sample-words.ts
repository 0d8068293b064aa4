import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The words of a text of at least four letters, in lower case. */
export function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}]{4,}/gu) ?? []);
}

/** All texts in a value, keys of members included. */
export function textsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, member]) => `${key}\n${textsOf(member)}`)
    .join('\n');
}

/** The texts of all files below a folder. */
export function textBelow(path: string): string {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8', withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && /\.(yaml|json|ts|tsx)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

/** Names of months, days, units and languages, which the platform writes. */
export function platformWords(languages: readonly string[]): string {
  const days = Array.from({ length: 366 }, (_, day) => Date.UTC(2026, 0, day));
  return languages
    .flatMap((language) => [
      ...days.map((day) => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(day)),
      ...['gram', 'minute', 'hour', 'byte'].flatMap((unit) =>
        [1, 2].map((count) =>
          new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
        ),
      ),
      ...languages.map((other) => new Intl.DisplayNames(language, { type: 'language' }).of(other.slice(0, 2)) ?? ''),
      ...days.slice(0, 14).map((day) => new Intl.DateTimeFormat(language, { weekday: 'short' }).format(day)),
    ])
    .join(' ');
}
