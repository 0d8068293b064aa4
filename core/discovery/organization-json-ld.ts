import type { FieldValues } from '../content/item.ts';
import { localizePath } from '../locales/localized-path.ts';
import type { JsonLdContext, JsonLdNode } from './json-ld.ts';
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

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

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
    details.openingHours.push({ days: days.map(Number).filter((day) => DAYS[day - 1]), opens, closes });
  }
  return details;
}

export interface OrganizationJsonLdInput extends JsonLdContext {
  /** Absolute URL of the logo. */
  logo?: string;
  contact?: ContactDetails;
}

/** The organization behind the site. Other nodes refer to it by its `@id`. */
export function organizationJsonLd({ config, origin, locale, logo, contact }: OrganizationJsonLdInput): JsonLdNode {
  const { schemaType, foundingYear } = config.organization;
  return {
    '@type': schemaType,
    '@id': `${origin}/#organization`,
    name: config.name[locale],
    description: config.description[locale],
    url: absoluteUrl(origin, localizePath(config, locale, '/')),
    logo,
    foundingDate: foundingYear === undefined ? undefined : String(foundingYear),
    telephone: contact?.phone,
    email: contact?.email,
    address: contact?.address?.split(/\s*\n\s*/).join(', '),
    openingHoursSpecification: contact?.openingHours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map((day) => `https://schema.org/${DAYS[day - 1]}`),
      opens,
      closes,
    })),
  };
}
