import { expect, test } from 'vitest';
import { findFolderCycles, findLargeFolders } from './folder-cycles.ts';

const file = (path: string, ...imports: string[]) => ({ path, imports });

test('folders that import each other, also through a third one, are a cycle', () => {
  const files = [
    file('a/one.ts', 'b/one.ts'),
    file('b/two.ts', 'c/one.ts'),
    file('c/one.ts', 'a/two.ts', 'd/one.ts'),
    file('d/one.ts'),
  ];
  expect(findFolderCycles(files)).toEqual([['a', 'b', 'c']]);
});

test('several cycles are told apart', () => {
  const files = [
    file('a/one.ts', 'b/one.ts', 'c/one.ts'),
    file('b/one.ts', 'a/one.ts'),
    file('c/one.ts', 'd/one.ts'),
    file('d/one.ts', 'c/one.ts'),
  ];
  expect(findFolderCycles(files)).toEqual([
    ['c', 'd'],
    ['a', 'b'],
  ]);
});

test('a folder may import from one inside it, and files of a folder from each other', () => {
  expect(findFolderCycles([file('a/one.ts', 'a/b/one.ts', 'a/two.ts'), file('a/two.ts', 'a/one.ts')])).toEqual([]);
});

test('a folder and one inside it that import each other are a cycle', () => {
  expect(findFolderCycles([file('a/one.ts', 'a/b/one.ts'), file('a/b/one.ts', 'a/one.ts')])).toEqual([['a', 'a/b']]);
});

test('folders with too many files are found', () => {
  const files = ['a/1.ts', 'a/2.ts', 'a/3.ts', 'a/b/1.ts', 'a/b/2.ts'].map((path) => file(path));
  expect(findLargeFolders(files, 2)).toEqual([{ folder: 'a', count: 3 }]);
});
