import type { RouteRule, SiteConfig } from './site-config.ts';

/** Where a redirect leads: a path of this site, or a whole address elsewhere. */
export interface RouteRedirect {
  to: string;
  status: 301 | 302 | 307 | 308;
  /** Whether it leaves the site. */
  external: boolean;
}

/** What happens to a path once all of the rules that match it are taken together. */
export interface MatchedRoute {
  redirect?: RouteRedirect;
  middleware: string[];
}

/** The status of a redirect that names none. */
const DEFAULT_STATUS = 307;

/**
 * The rules for a path (without query, language prefix included if the pattern has one). Where several match, the more
 * specific one's redirect counts, and the middleware of all of them runs, that of the least specific first. A `**` at
 * the end of a redirect's target stands for what `**` at the end of its pattern matched.
 */
export function matchRouteRules(rules: SiteConfig['routeRules'], path: string): MatchedRoute {
  const result: MatchedRoute = { middleware: [] };
  const matching = Object.entries(rules)
    .map(([pattern, rule]) => ({ pattern, rule, rest: matchPattern(pattern, path) }))
    .filter((entry) => entry.rest !== undefined)
    .sort((a, b) => specificity(a.pattern).localeCompare(specificity(b.pattern)));
  for (const { rule, rest = '' } of matching) {
    if (rule.redirect !== undefined) result.redirect = redirectOf(rule.redirect, rest);
    for (const name of rule.middleware ?? []) if (!result.middleware.includes(name)) result.middleware.push(name);
  }
  return result;
}

/** Why a pattern cannot be used, or `undefined`. */
export function routePatternProblem(pattern: string): string | undefined {
  if (!pattern.startsWith('/')) return 'a pattern begins with a slash';
  if (/[?#\s]/.test(pattern)) return 'a pattern has no query, fragment or space';
  const parts = splitPath(pattern);
  if (pattern !== '/' && (parts.includes('') || pattern.endsWith('/')))
    return 'a pattern has no empty part and no slash at its end';
  if (parts.some((part) => part.includes('*') && part !== '*' && part !== '**')) {
    return 'a star stands for a whole part: "*" for one, "**" for any number of them';
  }
  if (parts.indexOf('**') !== -1 && parts.indexOf('**') !== parts.length - 1) return '"**" stands at the end only';
  return undefined;
}

/** What the `**` at the end of a pattern stands for in a path, an empty text without one, `undefined` for no match. */
function matchPattern(pattern: string, path: string): string | undefined {
  const parts = splitPath(pattern);
  const given = splitPath(path);
  const open = parts.at(-1) === '**';
  const fixed = open ? parts.slice(0, -1) : parts;
  if (open ? given.length < fixed.length : given.length !== fixed.length) return undefined;
  if (!fixed.every((part, index) => part === '*' || part === given[index])) return undefined;
  return given.slice(fixed.length).join('/');
}

/** Orders patterns: a named part is more specific than `*`, that more than `**`, and a longer pattern more than its start. */
function specificity(pattern: string): string {
  return splitPath(pattern)
    .map((part) => (part === '**' ? '1' : part === '*' ? '2' : '3'))
    .join('');
}

function redirectOf(redirect: NonNullable<RouteRule['redirect']>, rest: string): RouteRedirect {
  const { to, status } = typeof redirect === 'string' ? ({ to: redirect, status: DEFAULT_STATUS } as const) : redirect;
  const target = to.endsWith('/**') ? to.slice(0, -3) + (rest === '' ? '' : `/${rest}`) || '/' : to;
  return { to: target, status, external: !target.startsWith('/') };
}

function splitPath(path: string): string[] {
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  return inner === '' ? [] : inner.split('/');
}
