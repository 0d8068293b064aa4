import { expect, test } from 'vitest';
import { linked, scripts, staticImports, waitsForUse } from './first-visit.ts';

const html = `<link rel="stylesheet" href="/assets/a.css"><link href="/assets/f.woff2" as="font" rel="preload"/>
<link rel="preload" as="image" href="/p.svg"><link rel="modulepreload" href="/assets/root.js">
<script type="module" src="/assets/entry.js"></script>
<script>load("/assets/late.js"); import("/assets/root.js")</script>`;

test('style sheets and preloaded fonts are told apart from other links', () => {
  expect(linked(html, 'stylesheet')).toEqual(['/assets/a.css']);
  expect(linked(html, 'preload', 'font')).toEqual(['/assets/f.woff2']);
});

test('scripts are found however the page names them, each once', () => {
  expect(scripts(html).sort()).toEqual(['/assets/entry.js', '/assets/late.js', '/assets/root.js']);
});

test('what a module imports at once is found, and what it may import later is not', () => {
  const code = 'import{a}from"./a.js";import"./b.js";export*from\'/assets/c.js\';const d=()=>import("./d.js");';
  expect(staticImports(code)).toEqual(['./a.js', './b.js', '/assets/c.js']);
});

test('scripts that wait for an interaction are told apart', () => {
  expect(waitsForUse(html)).toBe(false);
  expect(waitsForUse('<script>for(const name of ["pointermove"])addEventListener(name,load)</script>')).toBe(true);
});
