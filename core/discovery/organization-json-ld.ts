import { localizePath } from '../locales/localized-path.ts';
import type { ContactDetails } from '../public-content/contact-details.ts';
import { schemaWeekday } from './field-properties.ts';
import { type JsonLdContext, type JsonLdNode, organizationId } from './json-ld.ts';
import { absoluteUrl } from './sitemap.ts';

export interface OrganizationJsonLdInput extends JsonLdContext {
  contact?: ContactDetails;
}

/** Who stands behind the site, in short: on every page, because other nodes refer to it by its `@id`. */
export function shortOrganizationJsonLd({ config, origin, locale }: JsonLdContext): JsonLdNode {
  return {
    '@type': config.organization.schemaType,
    '@id': organizationId(origin),
    name: config.name[locale],
    alternateName: config.shortName,
    url: absoluteUrl(origin, localizePath(config, locale, '/')),
    logo: origin + (config.logo ? `/media/${config.logo.id}/original` : '/apple-touch-icon.png'),
  };
}

/** The same with all that is known about it. */
export function organizationJsonLd({ contact, ...context }: OrganizationJsonLdInput): JsonLdNode {
  const { config, locale } = context;
  const { foundingYear, legalName } = config.organization;
  return {
    ...shortOrganizationJsonLd(context),
    description: config.description[locale],
    legalName,
    foundingDate: foundingYear === undefined ? undefined : String(foundingYear),
    telephone: contact?.phone,
    email: contact?.email,
    address: contact?.address?.split(/\s*\n\s*/).join(', '),
    hasMap: contact?.mapUrl,
    sameAs: contact?.profiles?.map(({ url }) => url),
    openingHoursSpecification: contact?.openingHours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map(schemaWeekday),
      opens,
      closes,
    })),
    // Closed all day is, in the vocabulary, open from midnight to midnight.
    specialOpeningHoursSpecification: contact?.exceptionalDays?.map(
      ({ from, to, opens = '00:00', closes = '00:00' }) => ({
        '@type': 'OpeningHoursSpecification',
        validFrom: from,
        validThrough: to,
        opens,
        closes,
      }),
    ),
  };
}
