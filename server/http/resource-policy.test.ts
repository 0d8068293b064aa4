import { expect, test } from 'vitest';
import { resourcePolicy } from './resource-policy.ts';

test.each(['application/json; charset=utf-8', 'application/atom+xml', 'image/png', 'font/woff2', undefined])(
  'in %s nothing runs, and no frame holds it',
  (contentType) => {
    expect(resourcePolicy(contentType)).toBe("default-src 'none'; frame-ancestors 'none'");
  },
);

test('a drawing keeps its styles, and its scripts do not run', () => {
  expect(resourcePolicy('image/svg+xml')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  );
});

test('a script that becomes a worker may ask its own site', () => {
  expect(resourcePolicy('text/javascript; charset=utf-8')).toBe("default-src 'self'; frame-ancestors 'none'");
});

test('a page brings its own policy', () => {
  expect(resourcePolicy('text/html; charset=utf-8')).toBeUndefined();
});
