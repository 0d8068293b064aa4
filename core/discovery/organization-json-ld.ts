import type { FieldValues } from '../content/item.ts';
import { readTimeOfDay } from '../content-types/time-of-day.ts';
import { localizePath } from '../locales/localized-path.ts';
import { schemaWeekday } from './field-properties.ts';
import { type JsonLdContext, type JsonLdNode, organizationId } from './json-ld.ts';
import { absoluteUrl } from './sitemap.ts';

/** Contact details of the organization, from the fields of the contact page. */
export interface ContactDetails {
  phone?: string;
  email?: string;
  /** Lines of the postal address. */
  address?: string;
  /** Days by ISO 8601 number, 1 for Monday, and times as `07:00`. */
  openingHours: { days: number[]; opens: string; closes: string }[];
}

const CONTACT_FIELDS = ['phone', 'email', 'address', 'openingHours'];

/** The fields of a publication that are contact details. */
export function contactFieldsOf({ itemId }: { itemId: string }): string[] {
  return itemId === 'contact' ? CONTACT_FIELDS : [];
}

/** The contact details in the fields of a publication; missing or malformed ones are left out. */
export function readContactDetails(fields: FieldValues): ContactDetails {
  const details: ContactDetails = { openingHours: [] };
  for (const key of ['phone', 'email', 'address'] as const) {
    const value = fields[key];
    if (typeof value === 'string' && value !== '') details[key] = value;
  }
  for (const entry of Array.isArray(fields.openingHours) ? fields.openingHours : []) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) continue;
    const { days, opens, closes } = entry;
    if (!Array.isArray(days) || typeof opens !== 'string' || typeof closes !== 'string') continue;
    const times = { opens: readTimeOfDay(opens) ?? opens, closes: readTimeOfDay(closes) ?? closes };
    details.openingHours.push({ days: days.map(Number).filter(schemaWeekday), ...times });
  }
  return details;
}

export interface OrganizationJsonLdInput extends JsonLdContext {
  contact?: ContactDetails;
}

/** Who stands behind the site, in short: on every page, because other nodes refer to it by its `@id`. */
export function shortOrganizationJsonLd({ config, origin, locale }: JsonLdContext): JsonLdNode {
  return {
    '@type': config.organization.schemaType,
    '@id': organizationId(origin),
    name: config.name[locale],
    url: absoluteUrl(origin, localizePath(config, locale, '/')),
    logo: `${origin}/apple-touch-icon.png`,
  };
}

/** The same with all that is known about it. */
export function organizationJsonLd({ contact, ...context }: OrganizationJsonLdInput): JsonLdNode {
  const { config, locale } = context;
  const { foundingYear } = config.organization;
  return {
    ...shortOrganizationJsonLd(context),
    description: config.description[locale],
    foundingDate: foundingYear === undefined ? undefined : String(foundingYear),
    telephone: contact?.phone,
    email: contact?.email,
    address: contact?.address?.split(/\s*\n\s*/).join(', '),
    openingHoursSpecification: contact?.openingHours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map(schemaWeekday),
      opens,
      closes,
    })),
  };
}
