import { describe, expect, test } from 'vitest';
import { matchHeaderRules, matchRouteRules, routePatternProblem } from './route-rules.ts';

describe('matchRouteRules', () => {
  const rules = {
    '/old': { redirect: '/new' },
    '/blog/*': { redirect: { to: '/articulos', status: 301 as const } },
    '/docs/**': { redirect: 'https://docs.example.org/**' },
    '/docs/private/**': { middleware: ['members'] },
    '/**': { middleware: ['log'] },
  };

  test.each([
    ['/old', '/new', 307, false],
    ['/blog/a', '/articulos', 301, false],
    ['/docs', 'https://docs.example.org', 307, true],
    ['/docs/a/b', 'https://docs.example.org/a/b', 307, true],
  ])('%s redirects to %s', (path, to, status, external) => {
    expect(matchRouteRules(rules, path).redirect).toEqual({ to, status, external });
  });

  test.each(['/', '/older', '/old/x', '/blog', '/blog/a/b'])('%s goes nowhere else', (path) => {
    expect(matchRouteRules(rules, path).redirect).toBeUndefined();
  });

  test('runs the middleware of every rule that matches, the most general first', () => {
    expect(matchRouteRules(rules, '/docs/private/x').middleware).toEqual(['log', 'members']);
  });

  test('lets the more specific redirect count, wherever it stands', () => {
    const both = { '/a/b': { redirect: '/exact' }, '/a/*': { redirect: '/one' }, '/a/**': { redirect: '/any' } };
    expect(matchRouteRules(both, '/a/b').redirect?.to).toBe('/exact');
    expect(matchRouteRules(both, '/a/c').redirect?.to).toBe('/one');
    expect(matchRouteRules(both, '/a/c/d').redirect?.to).toBe('/any');
  });

  test.each(['/', '/a', '/a/b'])('lets a rule for exactly %s count before one for everything below', (path) => {
    const below = path === '/' ? '/**' : `${path}/**`;
    const rules = { [path]: { redirect: '/exact' }, [below]: { redirect: '/below' } };
    expect(matchRouteRules(rules, path).redirect?.to).toBe('/exact');
    expect(matchRouteRules(rules, path === '/' ? '/x' : `${path}/x`).redirect?.to).toBe('/below');
  });
});

test('of the headers of all rules that match, the more specific count', () => {
  const rules = {
    '/**': { headers: { 'X-Robots-Tag': 'noindex', 'X-Own': 'a' }, cache: { maxAge: 60 } },
    '/faq': { headers: { 'x-own': 'b' }, cache: false as const },
  };
  expect(matchHeaderRules(rules, '/faq')).toEqual({
    headers: { 'x-robots-tag': 'noindex', 'x-own': 'b' },
    cache: false,
  });
  expect(matchHeaderRules(rules, '/x')).toEqual({
    headers: { 'x-robots-tag': 'noindex', 'x-own': 'a' },
    cache: { maxAge: 60 },
  });
  expect(matchHeaderRules({ '/faq': rules['/faq'] }, '/x')).toEqual({ headers: {} });
});

test.each(['a', '/a/', '//a', '/a*', '/**/a', '/a?b', '/a b', '/***'])('%j is no pattern', (pattern) => {
  expect(routePatternProblem(pattern)).toEqual(expect.any(String));
});

test.each(['/', '/a', '/a/*/b', '/a/**', '/**', '/*'])('%j is a pattern', (pattern) => {
  expect(routePatternProblem(pattern)).toBeUndefined();
});
