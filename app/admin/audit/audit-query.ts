import { AUDIT_ACTS, type AuditAct } from '#core/audit/audit-entry.ts';
import type { AuditSearch } from '#core/audit/search-audit-log.ts';
import { endOfDay, startOfDay } from './day-bounds.ts';

/** What the search form of the audit log holds, as in the page's address; an empty field is none. */
export interface AuditQuery {
  person: string;
  act: AuditAct | '';
  /** Days: `2026-01-31`. */
  from: string;
  to: string;
}

/** Why nothing is searched: a field is no day, or the last day comes before the first. */
export interface AuditQueryProblems {
  from?: 'day';
  to?: 'day' | 'order';
}

/** Reads the search out of the page's address. An act that does not exist is passed over. */
export function readAuditQuery(params: URLSearchParams): AuditQuery {
  return {
    person: (params.get('person') ?? '').trim().slice(0, 200),
    act: AUDIT_ACTS.find((act) => act === params.get('act')) ?? '',
    from: (params.get('from') ?? '').trim().slice(0, 40),
    to: (params.get('to') ?? '').trim().slice(0, 40),
  };
}

/** What to look for, with days as the site's clock has them; both days count. */
export function toAuditSearch(
  { person, act, from, to }: AuditQuery,
  timeZone: string,
): { ok: true; search: Omit<AuditSearch, 'limit' | 'after'> } | { ok: false; problems: AuditQueryProblems } {
  const start = from === '' ? undefined : startOfDay(from, timeZone);
  const end = to === '' ? undefined : endOfDay(to, timeZone);
  const problems: AuditQueryProblems = {
    ...(from !== '' && start === undefined && { from: 'day' }),
    ...(to !== '' && end === undefined && { to: 'day' }),
    ...(start !== undefined && end !== undefined && end <= start && { to: 'order' }),
  };
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  return {
    ok: true,
    search: {
      ...(person !== '' && { person }),
      ...(act !== '' && { acts: [act] }),
      ...(start !== undefined && { from: start }),
      ...(end !== undefined && { until: end }),
    },
  };
}

/** The page's address with a search; what is empty is left out. */
export function auditAddress(path: string, query: AuditQuery, after?: string): string {
  const filled = Object.entries({ ...query, after: after ?? '' }).filter(([, value]) => value !== '');
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`;
}
