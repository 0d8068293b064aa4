import type { LocaleSet } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';

/** An admin page that a device may keep. */
export interface KeptPath {
  /** Where it is kept and asked for: its path, with the query where that says what it shows. */
  key: string;
  /** `writing`: its words are kept in drafts, and can be written without a connection. */
  kind: 'writing' | 'reading';
}

/** Without a language prefix. Not among them: people, the audit log, one's own account, and whatever shows a secret. */
const PAGES: readonly { pattern: RegExp; kind: KeptPath['kind']; hasQuery: boolean }[] = [
  { pattern: /^\/admin$/, kind: 'reading', hasQuery: false },
  { pattern: /^\/admin\/health$/, kind: 'reading', hasQuery: true },
  { pattern: /^\/admin\/items\/[^/]+$/, kind: 'reading', hasQuery: true },
  { pattern: /^\/admin\/items\/[^/]+\/[^/]+$/, kind: 'writing', hasQuery: false },
  { pattern: /^\/admin\/items\/[^/]+\/[^/]+\/(publish|revisions)$/, kind: 'reading', hasQuery: true },
];

/** What is said once, after an act, or is a form to be sent: no state of an earlier time to be read again. */
const PASSING = ['notice', 'new'];

/** Where and how the device keeps a page of the site; `undefined` for a page that it does not keep. */
export function keptPathOf(set: LocaleSet, { pathname, searchParams, search }: URL): KeptPath | undefined {
  const { path } = splitLocale(set, pathname);
  const page = PAGES.find(({ pattern }) => pattern.test(path));
  if (!page || PASSING.some((name) => searchParams.has(name))) return undefined;
  return { key: page.hasQuery ? pathname + search : pathname, kind: page.kind };
}
