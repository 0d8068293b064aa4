import type { RouteRule, SiteConfig } from './site-config.ts';

/** The target of a redirect: a path of this site, or an external URL. */
export interface RouteRedirect {
  to: string;
  status: 301 | 302 | 307 | 308;
  /** Whether the target is external. */
  external: boolean;
}

/** The combined effect of all route rules that match a path. */
export interface MatchedRoute {
  redirect?: RouteRedirect;
  middleware: string[];
}

/** Default status of redirects. */
const DEFAULT_STATUS = 307;

/**
 * Matches the route rules with a path (without query; includes the language prefix if the pattern has one). The redirect of the
 * most specific rule applies, and the middleware of all matching rules runs, least specific first. A trailing `**` in a
 * redirect's target is replaced by what the pattern's trailing `**` matched.
 */
export function matchRouteRules(rules: SiteConfig['routeRules'], path: string): MatchedRoute {
  const result: MatchedRoute = { middleware: [] };
  for (const { rule, rest = '' } of matchingRules(rules, path)) {
    if (rule.redirect !== undefined) result.redirect = redirectOf(rule.redirect, rest);
    for (const name of rule.middleware ?? []) if (!result.middleware.includes(name)) result.middleware.push(name);
  }
  return result;
}

/** The rules that match a path, least specific first, with what the trailing `**` of each pattern matched. */
function matchingRules(rules: SiteConfig['routeRules'], path: string): { rule: RouteRule; rest: string | undefined }[] {
  return Object.entries(rules)
    .map(([pattern, rule]) => ({ pattern, rule, rest: matchPattern(pattern, path) }))
    .filter((entry) => entry.rest !== undefined)
    .sort((a, b) => specificity(a.pattern).localeCompare(specificity(b.pattern)));
}

/** Why a pattern is invalid, or `undefined`. */
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

/** What a pattern's trailing `**` matches in a path; empty without one, `undefined` if the pattern does not match. */
function matchPattern(pattern: string, path: string): string | undefined {
  const parts = splitPath(pattern);
  const given = splitPath(path);
  const open = parts.at(-1) === '**';
  const fixed = open ? parts.slice(0, -1) : parts;
  if (open ? given.length < fixed.length : given.length !== fixed.length) return undefined;
  if (!fixed.every((part, index) => part === '*' || part === given[index])) return undefined;
  return given.slice(fixed.length).join('/');
}

/**
 * Sort key of patterns: a literal segment is more specific than `*`, that more than `**`, a longer pattern more than its prefix, and
 * a pattern that ends more than one that goes on.
 */
function specificity(pattern: string): string {
  const parts = splitPath(pattern).map((part) => (part === '**' ? '1' : part === '*' ? '2' : '3'));
  return `${parts.join('')}${parts.at(-1) === '1' ? '' : '4'}`;
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

/** What route rules say about the headers of a response. */
export interface HeaderRules {
  /** By lower-case name. */
  headers: { [name: string]: string };
  cache?: NonNullable<RouteRule['cache']>;
}

/** The headers of all rules that match a path; of those that say different things, the most specific one counts. */
export function matchHeaderRules(rules: SiteConfig['routeRules'], path: string): HeaderRules {
  const result: HeaderRules = { headers: {} };
  for (const { rule } of matchingRules(rules, path)) {
    if (rule.cache !== undefined) result.cache = rule.cache;
    for (const [name, value] of Object.entries(rule.headers ?? {})) result.headers[name.toLowerCase()] = value;
  }
  return result;
}
