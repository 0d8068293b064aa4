import { matchingRules } from './route-rules.ts';
import type { RouteRule, SiteConfig } from './site-config.ts';

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
