import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { type MessageTree, mapMessages } from '#core/locales/messages.ts';
import site from '#site-config';
import { CODES, type Code, LANGUAGES } from '../data-folders/sample-site.ts';
import { ROOT } from '../project-root.ts';

/** The messages of public pages. */
const NAMESPACES = ['common', 'contact', 'error'];

const YEAR = Array.from({ length: 365 }, (_, day) => Date.UTC(2026, 0, 1 + day, day % 24));

/** What tells texts of the interface from those of the contents. */
export interface InterfaceTexts {
  /** Whether a text is the interface's alone, beside contents without Latin letters. */
  isAll(text: string): boolean;
  /** Whether it has a part of the interface, beside any contents. */
  isPart(text: string): boolean;
}

/**
 * Texts of the interface in the site's languages: messages of public pages, whole, with their parameters; days, times and durations;
 * the names of languages. Several may stand beside each other with a point between them.
 */
export function createInterfaceTexts(): InterfaceTexts {
  const [strict, loose] = ['[^\\p{Script=Latin}]*', '.*'].map((contents) => {
    const known = new RegExp(`^${oneOf(CODES.map((code) => knownIn(code, contents)))}$`, 'u');
    const judged = new Map<string, boolean>();
    return (text: string) => {
      const result = judged.get(text) ?? known.test(text);
      judged.set(text, result);
      return result;
    };
  }) as [(text: string) => boolean, (text: string) => boolean];
  const isFree = (text: string) => !/\p{Script=Latin}/u.test(text);
  return {
    isAll: (text) => isFree(text) || strict(text) || text.split(' · ').every((part) => isFree(part) || strict(part)),
    isPart: (text) => loose(text) || text.split(' · ').some((part) => strict(part)),
  };
}

function knownIn(code: Code, contents: string): string {
  const language = LANGUAGES[code];
  const times = oneOf([
    ...dates(language, { day: 'numeric', month: 'long', year: 'numeric' }),
    ...dates(language, { weekday: 'short', day: 'numeric', month: 'long' }),
    ...dates(language, { weekday: 'long' }),
    ...dates(language, { hour: 'numeric', minute: 'numeric' }),
  ]);
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const languages = oneOf(
    site.locales.flatMap((own) => [own.code, own.name, names.of(own.code) ?? '']).map((name) => escaped(name)),
  );
  const durations = ['minute', 'hour'].flatMap((unit) => {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
    return [1, 5].map((count) => pattern(format.formatToParts(count)));
  });
  const parameter = `(?:${times}|${languages}|${contents})`;
  const messages = NAMESPACES.flatMap((name) => {
    const tree: MessageTree<string> = JSON.parse(readFileSync(join(ROOT, 'locales', code, `${name}.json`), 'utf8'));
    const found: string[] = [];
    mapMessages(tree, (message) => found.push(...patternsOf(compile(message), parameter)));
    return found.filter((one) => /\p{L}/u.test(one.replaceAll(parameter, '')));
  });
  return oneOf([`${times}(?: – ${times})?`, languages, ...durations, ...messages]);
}

/** The patterns of a compiled message: one for each of its cases, and for each text between its tags. */
function patternsOf(compiled: unknown, parameter: string): string[] {
  const finished: string[] = [];
  let open = [''];
  for (const part of Array.isArray(compiled) ? compiled : [compiled]) {
    const [, kind, cases] = Array.isArray(part) ? part : [];
    if (typeof part === 'string') open = open.map((before) => before + escaped(part));
    else if (typeof kind === 'number' && typeof cases === 'object') {
      const patterns = Object.values(cases).flatMap((own) => patternsOf(own, parameter));
      open = open.flatMap((before) => patterns.map((own) => before + own));
    } else if (kind === undefined || typeof kind === 'number') open = open.map((before) => before + parameter);
    else {
      finished.push(...open, ...patternsOf(part.slice(1), parameter));
      open = [''];
    }
  }
  return [...finished, ...open].map((own) => own.trim());
}

function dates(language: string, options: Intl.DateTimeFormatOptions): string[] {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  return YEAR.map((at) => pattern(format.formatToParts(at)));
}

/** What is formatted like some parts, with other numbers. */
function pattern(parts: { type: string; value: string }[]): string {
  return parts.map(({ value }) => escaped(value.replace(/\s/g, ' ')).replace(/\d+/g, '\\d+')).join('');
}

function oneOf(patterns: string[]): string {
  return `(?:${[...new Set(patterns)].join('|')})`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
