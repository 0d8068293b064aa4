import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const find = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort();

const decisions = find('decisions/*').map((path) => ({ name: basename(path), text: read(path) }));

/** The beginning of a decision: its number and title, the day when it was made, and that of its last change in substance. */
const HEAD = /^# (\d+)\. \S.*\n\nAccepted, (\d{4}-\d{2}-\d{2})(?:; amended (\d{4}-\d{2}-\d{2}))?\.\n\n/;

describe('decisions', () => {
  test.each(decisions)('$name begins with its number, title, date and status', ({ name, text }) => {
    const [, number = '', accepted = '', amended = accepted] = HEAD.exec(text) ?? [];
    expect(number.padStart(3, '0')).toBe(name.slice(0, 3));
    for (const day of [accepted, amended]) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    expect(amended >= accepted).toBe(true);
  });

  test('that documents and code name exist', () => {
    const numbers = new Set(decisions.map(({ name }) => Number(name.slice(0, 3))));
    const files = find(
      '{*.md,{decisions,docs}/*.md,{app,core,adapters,server,cli,scripts,bench,test}/**/*.{ts,tsx,css}}',
    );
    const dangling = files.flatMap((path) =>
      [...read(path).matchAll(/\bdecisions?[\s/](\d+)/gi)]
        .filter(([, number]) => !numbers.has(Number(number)))
        .map(([words]) => `${path}: ${words}`),
    );
    expect(dangling).toEqual([]);
  });
});
