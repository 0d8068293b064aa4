import { AUDIT_ACTIONS, type AuditAction } from '#core/audit/audit-actions.ts';
import type { AuditSearch } from '#core/audit/audit-log.ts';
import { clockOffset } from '../site-clock.ts';

/** The filters of the audit log, as in the page's address; an empty field does not filter. */
export interface AuditQuery {
  person: string;
  action: AuditAction | '';
  /** Days: `2026-01-31`. */
  from: string;
  to: string;
}

/** Why nothing is searched: a field is not a valid day, or the last day is before the first. */
export interface AuditQueryProblems {
  from?: 'day';
  to?: 'day' | 'order';
}

/** Parses the filters in the page's address. An unknown action is ignored. */
export function readAuditQuery(params: URLSearchParams): AuditQuery {
  return {
    person: (params.get('person') ?? '').trim().slice(0, 200),
    action: AUDIT_ACTIONS.find((action) => action === params.get('action')) ?? '',
    from: (params.get('from') ?? '').trim().slice(0, 40),
    to: (params.get('to') ?? '').trim().slice(0, 40),
  };
}

/** Converts filters to a search. Days are in the site's time zone and inclusive. */
export function toAuditSearch(
  { person, action, from, to }: AuditQuery,
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
      ...(action !== '' && { actions: [action] }),
      ...(start !== undefined && { from: start }),
      ...(end !== undefined && { until: end }),
    },
  };
}

/** The page's address with filters; empty ones are left out. */
export function auditAddress(path: string, query: AuditQuery, after?: string): string {
  const filled = Object.entries({ ...query, after: after ?? '' }).filter(([, value]) => value !== '');
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`;
}

/**
 * The start of a day in a time zone, in milliseconds since 1970; `undefined` for an invalid day.
 * @param day `2026-01-31`
 */
export function startOfDay(day: string, timeZone: string): number | undefined {
  const midnight = utcMidnight(day);
  if (midnight === undefined) return undefined;
  // The offset may change on that day: compute it again for the first guess.
  const guess = midnight - clockOffset(midnight, timeZone);
  return midnight - clockOffset(guess, timeZone);
}

/** The start of the next day; see `startOfDay`. */
export function endOfDay(day: string, timeZone: string): number | undefined {
  const midnight = utcMidnight(day);
  if (midnight === undefined) return undefined;
  return startOfDay(new Date(midnight + 24 * 3_600_000).toISOString().slice(0, 10), timeZone);
}

function utcMidnight(day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : time;
}
