import type { Random } from '../../helpers/random.ts';

/** A random element. @throws RangeError if empty */
export function pick<T>(random: Random, choices: readonly T[]): T {
  if (choices.length === 0) throw new RangeError('There is nothing to pick from');
  return choices[random(choices.length)] as T;
}

/** True with the given probability in percent. */
export const happens = (random: Random, percent: number) => random(100) < percent;

/** Texts that often cause bugs: limits of ranges, other scripts, paths, markup, ambiguous values. */
const ODD_TEXTS = [
  '',
  '0',
  '-1',
  '1e309',
  'NaN',
  '4294967294',
  '9007199254740993',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '{',
  '[]',
  '{"a":',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%2e%2e%2f',
  '%',
  '%zz',
  '%00',
  '%c0%ae',
  '%ff%fe',
  '%ED%A0%80',
  '%25252e',
  '\0',
  '\u0085\u2028\u2029',
  '\u202e\u200f',
  '\ufeff',
  '\ufffd',
  'ñandú',
  'كتاب',
  '日本語',
  '👩‍👩‍👧‍👦',
  'e\u0301'.repeat(50),
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '{{7*7}}',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  'https://evil.example/',
  'http://[::1',
  'a@b',
  '2026-02-30T25:61:61Z',
  '-271821-04-20T00:00:00Z',
  'es-MX-x-very-long-private-use',
  '**bold** [link](javascript:x) ![](x)',
  '>'.repeat(500),
  '- '.repeat(500),
  '('.repeat(2_000),
  'a'.repeat(300),
  'a '.repeat(2_000),
  'x'.repeat(10_000),
] as const;

/** An unusual text. */
export function oddText(random: Random): string {
  const kind = random(10);
  if (kind < 6) return pick(random, ODD_TEXTS);
  if (kind < 8) return String.fromCharCode(...Array.from({ length: random(40) }, () => random(0x3000)));
  if (kind < 9) return `${pick(random, ODD_TEXTS)}${pick(random, ODD_TEXTS)}`;
  return String(random(2 ** 31) - 2 ** 30);
}

/** Field names of forms in the admin area. */
const FIELDS = (
  'intent email password currentPassword newPassword name code remember language languages role person item actions confirmed ' +
  'entry to time tag scope query from direction date work warnings undo type title stays state stamp sort shown ' +
  'shared session q preview place link kind group form days author at after accepted id slug file token limit cursor page ' +
  '__intent__ __state__'
).split(' ');

/** Field names that libraries parse as objects and lists. */
const NAME_SHAPES: ((name: string, number: number) => string)[] = [
  (name) => name,
  (name, number) => `${name}[${number}]`,
  (name) => `${name}[4294967294]`,
  (name) => `${name}[]`,
  (name) => `${name}[`,
  (name) => `${name}.toString`,
  (name) => `${name}.__proto__.x`,
  (name) => `__proto__[${name}]`,
  (name, number) => `${name}${'.b'.repeat(number % 2_000)}`,
  (name, number) => `${name}${'[0]'.repeat(number % 2_000)}`,
  (name) => name.toUpperCase(),
];

export function fieldName(random: Random): string {
  if (happens(random, 5)) return oddText(random);
  const name = pick(random, FIELDS);
  return happens(random, 60) ? name : pick(random, NAME_SHAPES)(name, random(10_000));
}

/** Meaningful values of fields and parameters in the admin area. */
const KNOWN_VALUES = (
  'access remove trash withdraw invite duplicate unpublish restore suspend publish share schedule-publish email archive untag ' +
  'untrash unarchive tag save purge delete version schedule-unpublish revoke cancel undo revoke-others profile ' +
  'email-confirm create move accept up down yes all es en articles studies news pages faq viewer author translator editor ' +
  'owner draft published archived title edited asc desc {draft} {media} borrador-al-azar'
).split(' ');

export function fieldValue(random: Random): string {
  return happens(random, 60) ? pick(random, KNOWN_VALUES) : oddText(random);
}

/** Encodes a part of a path or query in one of several correct and incorrect ways. */
export function encodePart(random: Random, text: string): string {
  const kind = random(10);
  if (kind < 5) return encodeURIComponent(text.toWellFormed());
  if (kind < 7) return encodeEveryByte(random, text);
  if (kind < 8) return encodeURIComponent(encodeURIComponent(text.toWellFormed()));
  // Bytes that are invalid in a request line would only test Node's parser, which other cases do.
  return text.replace(/[^!$-;=?-~]/g, (letter) => encodeURIComponent(letter.toWellFormed()));
}

function encodeEveryByte(random: Random, text: string): string {
  return [...Buffer.from(text)]
    .map(
      (byte) =>
        `%${happens(random, 50) ? byte.toString(16).padStart(2, '0').toUpperCase() : byte.toString(16).padStart(2, '0')}`,
    )
    .join('');
}
