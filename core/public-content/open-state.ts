import { dayIn, momentIn, timeIn } from '../clock/zoned-time.ts';

/** A day on which the weekly hours do not hold: closed, or open at other times. */
export interface ExceptionalDay {
  /** The first and the last day, as `2026-12-24`. */
  from: string;
  to: string;
  /** Without times it is closed. Several entries for one day are several spans of it. */
  opens?: string;
  closes?: string;
  reason?: string;
}

/** Contact details of the organization, from what is published for the site or from the fields of the contact page. */
export interface ContactDetails {
  phone?: string;
  email?: string;
  /** Lines of the postal address. */
  address?: string;
  /** Days by ISO 8601 number, 1 for Monday, and times as `07:00`. */
  openingHours: { days: number[]; opens: string; closes: string }[];
  /** In the order in which they are written. */
  exceptionalDays?: ExceptionalDay[];
  /** Where a map shows it. */
  mapUrl?: string;
  /** In social networks. */
  profiles?: { name: string; url: string }[];
}

/** Whether the organization is open, and until when. */
export interface OpenState {
  isOpen: boolean;
  /** When it closes, or opens: where it is, as `2026-12-24` and `07:00`. Missing if that is further than two weeks away. */
  change?: { day: string; time: string };
  /** How many days ahead the change is: 0 for today. */
  daysAhead: number;
  /** That of the organization. */
  timeZone: string;
  /** From when on all of this may be different, in milliseconds since 1970. */
  until: number;
}

/** Days that are looked at for the next opening. Source: Meki's own: whoever is closed for longer says so. */
const AHEAD = 15;

/** A span of time, in milliseconds since 1970. */
interface Span {
  start: number;
  end: number;
}

/**
 * Whether it is open at a moment, by the weekly hours and the exceptional days; `undefined` for whoever has no hours. A clock that is set
 * changes nothing: hours are those that clocks show there.
 * @param now milliseconds since 1970
 */
export function openState(
  { openingHours, exceptionalDays = [] }: Pick<ContactDetails, 'openingHours' | 'exceptionalDays'>,
  timeZone: string,
  now: number,
): OpenState | undefined {
  if (openingHours.length === 0) return undefined;
  const today = dayIn(timeZone, now);
  const midnight = momentIn(timeZone, addDays(today, 1));
  let spans: Span[] = [];
  let span: Span | undefined;
  let end = midnight;
  // A span ends at midnight at the latest: nothing of yesterday is left, and one that lasts until midnight may go on.
  for (let ahead = 0; ahead < AHEAD && (!span || span.end === end); ahead++) {
    const day = addDays(today, ahead);
    end = ahead === 0 ? midnight : momentIn(timeZone, addDays(day, 1));
    spans = joined([...spans, ...spansOf(day, { openingHours, exceptionalDays }, timeZone)]);
    span = spans.find((one) => one.end > now);
  }
  const isOpen = span !== undefined && span.start <= now;
  const moment = isOpen ? span?.end : span?.start;
  if (moment === undefined || (isOpen && moment === end)) return { isOpen, daysAhead: 0, timeZone, until: midnight };
  // What ends at midnight ends on the day before.
  const day = dayIn(timeZone, isOpen ? moment - 1 : moment);
  return {
    isOpen,
    change: { day, time: timeIn(timeZone, moment) },
    daysAhead: Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000),
    timeZone,
    until: Math.min(moment, midnight),
  };
}

/** The exceptional days that are not past, the next one first, and when the first of them is. */
export function comingDays(
  days: readonly ExceptionalDay[],
  timeZone: string,
  now: number,
): { days: ExceptionalDay[]; until: number } {
  const today = dayIn(timeZone, now);
  const coming = days.filter(({ to }) => to >= today).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  // Days are compared as texts: a moment takes long to find, and every page asks.
  const [first] = coming.map(({ to }) => to).toSorted();
  return {
    days: coming,
    until: first === undefined ? Number.POSITIVE_INFINITY : momentIn(timeZone, addDays(first, 1)),
  };
}

function spansOf(
  day: string,
  {
    openingHours,
    exceptionalDays,
  }: { openingHours: ContactDetails['openingHours']; exceptionalDays: ExceptionalDay[] },
  timeZone: string,
): Span[] {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay() || 7;
  const exceptions = exceptionalDays.filter(({ from, to }) => from <= day && day <= to);
  // Whoever says of a day that it is closed, and that it is open at other times, is closed.
  const isClosed = exceptions.some(({ opens, closes }) => opens === undefined || closes === undefined);
  const usual = openingHours.filter(({ days }) => days.includes(weekday));
  const hours = exceptions.length === 0 ? usual : isClosed ? [] : exceptions;
  return hours.flatMap(({ opens = '', closes = '' }) => {
    const [start, end] = [
      momentIn(timeZone, `${day}T${opens}`),
      momentIn(timeZone, closes === '00:00' ? addDays(day, 1) : `${day}T${closes}`),
    ];
    return start < end ? [{ start, end }] : [];
  });
}

/** Spans in their order, those that touch or overlap as one. */
function joined(spans: Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else all.push({ ...span });
  }
  return all;
}

/** @param day as `2026-12-24` */
function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** The contact details as they are at a moment: without past exceptional days, and whether it is open. */
export interface ContactNow extends ContactDetails {
  open?: OpenState;
}

/**
 * What contact details say at a moment. @param now milliseconds since 1970
 * @returns with when they say something else
 */
export function contactAt(
  details: ContactDetails,
  timeZone: string,
  now: number,
): { contact: ContactNow; until: number } {
  const { exceptionalDays = [], ...others } = details;
  const open = openState(details, timeZone, now);
  const { days, until } = comingDays(exceptionalDays, timeZone, now);
  return {
    contact: { ...others, ...(days.length > 0 && { exceptionalDays: days }), ...(open && { open }) },
    until: Math.min(until, open?.until ?? Number.POSITIVE_INFINITY),
  };
}
