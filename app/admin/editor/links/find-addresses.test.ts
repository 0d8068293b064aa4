import { expect, test } from 'vitest';
import { findAddresses, onlyAddress } from './find-addresses.ts';

test.each([
  ['Vea https://example.org/a?b=1#c.', ['https://example.org/a?b=1#c']],
  ['(https://example.org)', ['https://example.org']],
  ['https://es.wikipedia.org/wiki/Rayo_(f%C3%ADsica), y más', ['https://es.wikipedia.org/wiki/Rayo_(f%C3%ADsica)']],
  ['www.example.org; ana@example.org!', ['https://www.example.org', 'mailto:ana@example.org']],
  ['«https://example.org/niño»', ['https://example.org/niño']],
  ['http://example.org https://localhost https:// www. ana@local a.b/c', []],
  ['xhttps://example.org', []],
])('the addresses in "%s" are %j', (text, hrefs) => {
  expect(findAddresses(text).map(({ href }) => href)).toEqual(hrefs);
});

test('a text is one address only if there is nothing else', () => {
  expect(onlyAddress(' https://example.org/a \n')).toBe('https://example.org/a');
  expect(onlyAddress('ana@example.org')).toBe('mailto:ana@example.org');
  expect(onlyAddress('https://example.org and more')).toBeUndefined();
  expect(onlyAddress('https://example.org.')).toBeUndefined();
  expect(onlyAddress('')).toBeUndefined();
});
