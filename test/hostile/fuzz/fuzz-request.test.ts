import { expect, test } from 'vitest';
import { fuzzRequest } from './fuzz-request.ts';

const numbers = Array.from({ length: 500 }, (_, index) => index);

test('a seed and a number make one request, whatever was made before it', () => {
  const all = numbers.map((index) => fuzzRequest(1, index));
  expect(fuzzRequest(1, 250)).toEqual(all[250]);
  expect(new Set(all.map((request) => JSON.stringify(request))).size).toBeGreaterThan(450);
  expect(fuzzRequest(2, 250)).not.toEqual(all[250]);
});

test('public pages, the admin area and the Content API all get their share, from everybody', () => {
  const all = numbers.map((index) => fuzzRequest(3, index));
  const share = (matches: (request: ReturnType<typeof fuzzRequest>) => boolean) => all.filter(matches).length / 500;
  expect(share(({ target }) => target.startsWith('/api/v1'))).toBeGreaterThan(0.25);
  expect(share(({ target }) => /^\/(?:\w\w\/)?admin/.test(target))).toBeGreaterThan(0.2);
  expect(share(({ who }) => who === 'nobody')).toBeGreaterThan(0.25);
  expect(share(({ body }) => body !== undefined)).toBeGreaterThan(0.25);
  expect(share(({ cutAfter }) => cutAfter !== undefined)).toBeGreaterThan(0);
});
