import type { LocaleSet } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { isAdminRequest } from '../middleware/is-admin-request.ts';

/** What requests are counted by; a fixed set, whatever is asked for. */
export const REQUEST_KINDS = ['page', 'search', 'admin', 'live', 'api', 'media', 'asset', 'probe', 'resource'] as const;

export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Paths that are the same in all languages; `resource` is the rest of what is no page. */
const PREFIXES: [prefix: string, kind: RequestKind][] = [
  ['/assets/', 'asset'],
  ['/media/', 'media'],
  ['/files/', 'media'],
  ['/api/v1/', 'api'],
  ['/admin/live/', 'live'],
  ['/api/', 'resource'],
  ['/builds/', 'resource'],
  ['/locales/', 'resource'],
  ['/__nuxt_island/', 'resource'],
];

/** The kind of a request by its path, without the query. */
export function requestKind(set: LocaleSet, path: string): RequestKind {
  if (path === '/healthz' || path === '/readyz') return 'probe';
  const known = PREFIXES.find(([prefix]) => path.startsWith(prefix));
  if (known) return known[1];
  if (isAdminRequest(set, path)) return 'admin';
  if (/\.(?!data$)[a-z0-9]{2,5}$/i.test(path) && !path.endsWith('_payload.json')) return 'resource';
  return splitLocale(set, path.replace(/\.data$/, '')).path === '/search' ? 'search' : 'page';
}
