import type { FieldDefinition, ListOf } from './content-type.ts';

/** A time as programs write it: hours with one digit or two, and seconds that may be there. */
const TIME = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;

/** A time of day as `07:00`, from `7:00` or `07:00:00` too; `undefined` for what is no time from 00:00 to 23:59. */
export function readTimeOfDay(text: string): string | undefined {
  const [, hour = '', minute] = TIME.exec(text.trim()) ?? [];
  return hour === '' || Number(hour) > 23 ? undefined : `${hour.padStart(2, '0')}:${minute}`;
}

/** A date as it is stored. */
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** The members of a record that say on which days of the week something is, from when to when: opening hours. */
export interface SpanMembers {
  /** A list of days of the week. */
  days: string;
  /** A time. */
  from: string;
  /** A time that is `after` the former. */
  to: string;
}

/** The members of a record that say from which day to which something is, and at which times: exceptional opening hours. */
interface DatedSpanMembers extends Pick<SpanMembers, 'from' | 'to'> {
  firstDay: string;
  /** A day that is `after` the former; without it, there is one day. */
  lastDay: string;
}

/** Two spans of time on the same day. */
interface Overlap {
  /** The later entry of the list, and the earlier one. */
  index: number;
  other: number;
  /** The member with the time at which the later entry begins. */
  member: string;
  /** The first day that both have: 1 for Monday to 7 for Sunday, or a date. */
  day: number | string;
}

/** How the records of a list say spans of time of the week; `undefined` for other lists. */
export function spanMembers(of: ListOf): SpanMembers | undefined {
  if (!Array.isArray(of)) return undefined;
  const days = of.find(({ kind, ...field }) => kind === 'list' && 'of' in field && field.of === 'weekday')?.key;
  const to = of.find((field) => field.kind === 'time' && field.after !== undefined);
  if (days === undefined || to?.kind !== 'time' || to.after === undefined) return undefined;
  return { days, from: to.after, to: to.key };
}

function datedSpanMembers(field: FieldDefinition): DatedSpanMembers | undefined {
  if (field.kind !== 'list' || !field.dayHours || !Array.isArray(field.of)) return undefined;
  const { of } = field;
  const last = of.find((field) => field.kind === 'date' && field.after !== undefined);
  const to = of.find((field) => field.kind === 'time' && field.after !== undefined);
  if (last?.kind !== 'date' || to?.kind !== 'time' || last.after === undefined || to.after === undefined)
    return undefined;
  return { firstDay: last.after, lastDay: last.key, from: to.after, to: to.key };
}

/** The key of the time, day or moment that one comes after; `undefined` if it comes after none. */
export function startOf(field: FieldDefinition): string | undefined {
  return 'after' in field ? field.after : undefined;
}

/**
 * Whether a time or moment is not after the one that its field names, or a day before it. For times, midnight is the end of the day;
 * what is no time is not judged.
 */
export function endsTooEarly(field: FieldDefinition, end: unknown, start: unknown): boolean {
  if (startOf(field) === undefined) return false;
  if (field.kind !== 'time') {
    if (typeof start !== 'string' || typeof end !== 'string') return false;
    if ([start, end].some((time) => Number.isNaN(Date.parse(time)))) return false;
    return field.kind === 'date' ? end < start : end <= start;
  }
  const [from, to] = [minuteOf(start), endMinuteOf(end)];
  return from !== undefined && to !== undefined && to <= from;
}

/** The spans of a list that overlap others of the same day, the later entry of each two. Incomplete entries are not judged. */
export function overlaps(field: FieldDefinition, entries: readonly unknown[]): Overlap[] {
  const weekly = field.kind === 'list' ? spanMembers(field.of) : undefined;
  const dated = datedSpanMembers(field);
  const members = weekly ?? dated;
  if (!members) return [];
  const spans = entries.flatMap((entry, index) => {
    const { [members.from]: from, [members.to]: to } = Object(entry);
    const [start, end] = [minuteOf(from), endMinuteOf(to)];
    const days = weekly ? Object(entry)[weekly.days] : dated && datesOf(dated, entry);
    if (!Array.isArray(days) || start === undefined || end === undefined || end <= start) return [];
    return [{ index, days, start, end }];
  });
  return spans.flatMap(({ index, days, start, end }, at) => {
    for (const other of spans.slice(0, at)) {
      const day = weekly
        ? days.find((one) => isDay(one) && other.days.includes(one))
        : firstDateOfBoth(days, other.days);
      if (day !== undefined && start < other.end && other.start < end)
        return [{ index, other: other.index, member: members.from, day }];
    }
    return [];
  });
}

/**
 * The exceptional days of a list with one of their two times alone, and the member that lacks it. Without both, a day is closed; with
 * one, nobody knows what is meant.
 */
export function halfSpans(
  field: FieldDefinition,
  entries: readonly unknown[],
): { index: number; member: string; beside: string }[] {
  const members = datedSpanMembers(field);
  if (!members) return [];
  return entries.flatMap((entry, index) => {
    const { [members.from]: from, [members.to]: to } = Object(entry);
    if (Boolean(from) === Boolean(to)) return [];
    const [beside, member] = from ? [members.from, members.to] : [members.to, members.from];
    return [{ index, member, beside }];
  });
}

function isDay(day: unknown): boolean {
  return typeof day === 'number';
}

/** The first and the last day of an entry as dates; `undefined` for what are none. */
function datesOf({ firstDay, lastDay }: DatedSpanMembers, entry: unknown): string[] | undefined {
  const { [firstDay]: first, [lastDay]: last = first } = Object(entry);
  return [first, last].every((day) => typeof day === 'string' && DATE.test(day)) ? [first, last] : undefined;
}

function firstDateOfBoth([first = '', last = '']: string[], [other = '', until = '']: string[]): string | undefined {
  const day = first > other ? first : other;
  return day <= last && day <= until ? day : undefined;
}

const MINUTES_OF_DAY = 24 * 60;

function minuteOf(time: unknown): number | undefined {
  const [hour, minute] = (typeof time === 'string' ? (readTimeOfDay(time) ?? '') : '').split(':').map(Number);
  return hour === undefined || minute === undefined ? undefined : hour * 60 + minute;
}

function endMinuteOf(time: unknown): number | undefined {
  const minute = minuteOf(time);
  return minute === 0 ? MINUTES_OF_DAY : minute;
}
