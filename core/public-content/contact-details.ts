import type { FieldValues } from '../content/item.ts';
import { visibleText } from '../content-types/invisible-text.ts';
import { readTimeOfDay } from '../content-types/time-of-day.ts';
import { webAddress } from '../content-types/web-address.ts';
import type { JsonValue } from '../documents/document-store.ts';
import type { ExceptionalDay } from './open-state.ts';

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

const CONTACT_FIELDS = ['phone', 'email', 'address', 'openingHours'];

/** The fields of a publication that are contact details. */
export function contactFieldsOf({ itemId }: { itemId: string }): string[] {
  return itemId === 'contact' ? CONTACT_FIELDS : [];
}

/** The contact details in the fields of a publication; missing or malformed ones are left out. */
export function readContactDetails(fields: FieldValues): ContactDetails {
  const details: ContactDetails = { openingHours: [] };
  for (const key of ['phone', 'email', 'address', 'mapUrl'] as const) {
    const value = fields[key];
    if (typeof value === 'string' && visibleText(value) !== '') details[key] = value;
  }
  if (details.mapUrl !== undefined && !isOutside(details.mapUrl)) delete details.mapUrl;
  const profiles = (Array.isArray(fields.profiles) ? fields.profiles : []).flatMap((entry) => {
    const { name, url } = Object(entry);
    return typeof name === 'string' && typeof url === 'string' && isOutside(url) ? { name, url } : [];
  });
  if (profiles.length > 0) details.profiles = profiles;
  for (const entry of Array.isArray(fields.openingHours) ? fields.openingHours : []) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) continue;
    const { days, opens, closes } = entry;
    if (!Array.isArray(days) || typeof opens !== 'string' || typeof closes !== 'string') continue;
    const times = { opens: readTimeOfDay(opens) ?? opens, closes: readTimeOfDay(closes) ?? closes };
    details.openingHours.push({ days: days.map(Number).filter(isWeekday), ...times });
  }
  const days = (Array.isArray(fields.exceptionalDays) ? fields.exceptionalDays : []).flatMap(readExceptionalDay);
  if (days.length > 0) details.exceptionalDays = days;
  return details;
}

function readExceptionalDay(entry: JsonValue): ExceptionalDay[] {
  const { from, to = from, opens, closes, reason } = Object(entry) as { [member: string]: unknown };
  if (!isDay(from) || !isDay(to) || to < from) return [];
  const times = [opens, closes].flatMap((time) => (typeof time === 'string' ? (readTimeOfDay(time) ?? []) : []));
  const [start, end] = times;
  return [
    {
      ...{ from, to },
      ...(start !== undefined && end !== undefined && { opens: start, closes: end }),
      ...(visibleText(reason) !== '' && { reason: visibleText(reason) }),
    },
  ];
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** Whether a page may link to an address outside: the field of a type that was changed may hold anything. */
function isOutside(address: string): boolean {
  return webAddress.safeParse(address).success;
}

/** By its ISO 8601 number. */
function isWeekday(day: number): boolean {
  return Number.isInteger(day) && day >= 1 && day <= 7;
}
