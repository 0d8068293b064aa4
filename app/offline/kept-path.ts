import type { LocaleSet } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';

/** An admin page that a device may store. */
export interface KeptPath {
  /** The cache key: its path, with the query if that selects the content. */
  key: string;
  /** `writing`: its text is stored in drafts and can be edited offline. */
  kind: 'writing' | 'reading';
}

/** Without a language prefix. Excludes people, the audit log, one's own account, and pages that show secrets. */
const PAGES: readonly { pattern: RegExp; kind: KeptPath['kind']; hasQuery: boolean }[] = [
  { pattern: /^\/admin$/, kind: 'reading', hasQuery: false },
  { pattern: /^\/admin\/health$/, kind: 'reading', hasQuery: true },
  { pattern: /^\/admin\/inbox$/, kind: 'reading', hasQuery: true },
  { pattern: /^\/admin\/inbox\/(?!export$)[^/]+$/, kind: 'reading', hasQuery: false },
  { pattern: /^\/admin\/items\/[^/]+$/, kind: 'reading', hasQuery: true },
  { pattern: /^\/admin\/items\/[^/]+\/[^/]+$/, kind: 'writing', hasQuery: false },
  { pattern: /^\/admin\/items\/[^/]+\/[^/]+\/(publish|revisions)$/, kind: 'reading', hasQuery: true },
];

/** Parameters of notices and forms, which must not be shown again later. */
const PASSING = ['notice', 'new'];

/** The cache key and kind of a page; `undefined` for a page that is not stored. */
export function keptPathOf(set: LocaleSet, { pathname, searchParams, search }: URL): KeptPath | undefined {
  const { path } = splitLocale(set, pathname);
  const page = PAGES.find(({ pattern }) => pattern.test(path));
  if (!page || PASSING.some((name) => searchParams.has(name))) return undefined;
  return { key: page.hasQuery ? pathname + search : pathname, kind: page.kind };
}
