import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { lexer, type Token, walkTokens } from 'marked';
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

  test.each(decisions)('$name says what else was weighed, and when to look at it again', ({ text }) => {
    expect(text).toMatch(/\balternatives\b/i);
    expect(text).toMatch(/\b(?:reconsider|look again)\b/i);
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

/** The folders that paths in documents begin with. A site of one's own may be without the sample. */
const FOLDERS = 'adapters app bench cli cloud core decisions docs locales sample scripts server test'
  .split(' ')
  .filter((name) => existsSync(join(ROOT, name)));

/** The paths that a document names: as code, from the root, or as links, from the document. Patterns and other sites are left out. */
function pathsIn(document: string): string[] {
  const paths: string[] = [];
  walkTokens(lexer(read(document)), (token: Token) => {
    if (
      token.type === 'codespan' &&
      /^[\w.-]+\/[\w./-]*$/.test(token.text) &&
      FOLDERS.includes(token.text.split('/')[0])
    ) {
      paths.push(token.text);
    }
    if (token.type === 'link' && !/^\w+:|^#/.test(token.href)) {
      paths.push(join(dirname(document), token.href.replace(/#.*/, '')));
    }
  });
  return paths;
}

describe('documents', () => {
  test.each(['*.md', 'docs/*.md', 'decisions/*.md'].flatMap(find).filter((path) => path !== 'CHANGELOG.md'))(
    '%s names files and folders that exist',
    (document) => {
      expect(pathsIn(document).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );

  test('ARCHITECTURE.md is read in one sitting: at most 150 lines', () => {
    expect(read('ARCHITECTURE.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  test('ARCHITECTURE.md has every folder of core, server and app on its map, and no other', () => {
    const [, map] = lexer(read('ARCHITECTURE.md')).filter(({ type }) => type === 'code');
    const onMap = new Set(map?.raw.match(/[\w-]+(?=\/)/g));
    const names = (pattern: string) => find(pattern).map((path) => basename(path));
    expect(names('{core,server,app}/*/').filter((name) => !onMap.has(name))).toEqual([]);
    const known = names('{*,{core,server,server/api,app,adapters,test}/*}/');
    expect([...onMap].filter((name) => !known.includes(name) && name !== 'sample')).toEqual([]);
  });
});
