import { expect, test } from 'vitest';
import { findStartModules } from './start-modules.ts';

const GRAPH: { [id: string]: string[] } = {
  entry: ['react', 'router'],
  root: ['frame', 'router'],
  frame: ['react', 'frame'],
  react: [],
  router: ['react'],
  home: ['cards', 'react'],
  listing: ['cards', 'pager'],
  item: ['cards', 'pager', 'text'],
  editor: ['text', 'pager', 'elsewhere'],
  cards: ['date'],
  date: [],
  pager: [],
  text: [],
};

test('what the entry and the root import is loaded at the start, and what three pages share', () => {
  const start = findStartModules((id) => GRAPH[id], { roots: ['entry', 'root'], pages: ['home', 'listing', 'item'] });
  expect([...start].sort()).toEqual(['cards', 'date', 'frame', 'react', 'router']);
});
