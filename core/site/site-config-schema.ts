import { z } from 'zod';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { isLanguageCode } from '../locales/locale.ts';
import { MAX_BLOCK_TEXT } from '../rich-text/node-rules.ts';
import { MOST_ITEMS, type SiteBlock, SOURCE_DIRECTIVES } from '../site-blocks/site-block.ts';
import type { SiteConfig } from './site-config.ts';
import { isSiteTypeKey } from './site-types.ts';

const localized = z.record(z.string(), z.string());
const key = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lowercase letters, digits and hyphens');
const fieldKey = z.string().regex(/^[a-z][a-zA-Z0-9]*$/, 'must be a name in camelCase');

const fieldBase = {
  key: fieldKey,
  labels: localized,
  hints: localized.exactOptional(),
  localized: z.boolean(),
  required: z.boolean().exactOptional(),
  items: z.array(z.string()).exactOptional(),
  show: z.enum(['facts', 'section', 'gallery', 'cards', 'hidden']).exactOptional(),
  schemaProperty: z
    .string()
    .regex(/^[a-z][a-zA-Z]*$/, 'must be a property of schema.org such as "startDate"')
    .exactOptional(),
};

const choices = z.array(z.strictObject({ value: z.string().min(1), labels: localized })).min(1);

const icon = z.string().regex(/^[a-z0-9-]+:[a-z0-9-]+$/, 'must be an Iconify name such as "lucide:scan"');

const unit = z.string().refine(isUnit, 'must be a unit such as "minute", "kilogram" or "kilometer-per-hour"');

/** Whether `Intl.NumberFormat` accepts the unit; making one takes 16 ms at each start. */
function isUnit(name: string): boolean {
  const known = Intl.supportedValuesOf('unit');
  const parts = name.split('-per-');
  return parts.length <= 2 && parts.every((part) => known.includes(part));
}

const field: z.ZodType<FieldDefinition> = z.discriminatedUnion('kind', [
  z.strictObject({
    ...fieldBase,
    kind: z.literal('text'),
    multiline: z.boolean().exactOptional(),
    maxLength: z.int().positive().exactOptional(),
    format: z.enum(['email', 'url']).exactOptional(),
  }),
  z.strictObject({ ...fieldBase, kind: z.literal('rich-text') }),
  z.strictObject({
    ...fieldBase,
    kind: z.literal('number'),
    minimum: z.number().exactOptional(),
    maximum: z.number().exactOptional(),
    unit: unit.exactOptional(),
  }),
  z.strictObject({ ...fieldBase, kind: z.literal('boolean') }),
  z.strictObject({ ...fieldBase, kind: z.literal('date'), after: fieldKey.exactOptional() }),
  z.strictObject({ ...fieldBase, kind: z.literal('moment'), after: fieldKey.exactOptional() }),
  z.strictObject({ ...fieldBase, kind: z.literal('time'), after: fieldKey.exactOptional() }),
  z.strictObject({ ...fieldBase, kind: z.literal('weekday') }),
  z.strictObject({
    ...fieldBase,
    kind: z.literal('choice'),
    choices,
  }),
  z.strictObject({ ...fieldBase, kind: z.literal('media') }),
  z.strictObject({ ...fieldBase, kind: z.literal('relation'), type: z.string() }),
  z.strictObject({ ...fieldBase, kind: z.literal('link') }),
  z.strictObject({
    ...fieldBase,
    kind: z.literal('list'),
    of: z.union([z.literal('text'), z.literal('number'), z.literal('weekday'), z.array(z.lazy(() => field))]),
    most: z.int().min(1).max(CONTENT_LIMITS.listEntries).exactOptional(),
  }),
]);

const contentType = z.strictObject({
  key: key.refine((name) => !isSiteTypeKey(name), 'is the key of a type that every site has'),
  labels: z.strictObject({ singular: localized, plural: localized, counted: localized.exactOptional() }),
  descriptions: localized.exactOptional(),
  segments: localized,
  icon,
  fields: z.array(field),
  missingLanguage: z.enum(['not-found', 'notice', 'listing']),
  appearsAs: z.enum(['collection', 'page', 'faq']),
  listing: z
    .strictObject({
      sortBy: z.string().exactOptional(),
      order: z.enum(['ascending', 'descending', 'upcoming']).exactOptional(),
      filterBy: z.array(z.string()).min(1).exactOptional(),
    })
    .exactOptional(),
  schemaType: z.string().exactOptional(),
});

const blockField = {
  key: fieldKey,
  labels: localized,
  hints: localized.exactOptional(),
  required: z.boolean().exactOptional(),
};

/** An origin, optionally of all subdomains: nothing that could end the directive of a policy. */
const source = z
  .string()
  .regex(
    /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/,
    'must be an origin such as "https://example.org"',
  );

const siteBlock: z.ZodType<SiteBlock> = z.strictObject({
  key,
  labels: localized,
  icon,
  fields: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({
          ...blockField,
          kind: z.literal('text'),
          localized: z.boolean(),
          multiline: z.boolean().exactOptional(),
          maxLength: z.int().positive().max(MAX_BLOCK_TEXT).exactOptional(),
        }),
        z.strictObject({
          ...blockField,
          kind: z.literal('url'),
          hosts: z
            .array(z.string().regex(/^[a-z0-9.-]+(?::\d+)?$/, 'must be a host such as "example.org"'))
            .min(1)
            .exactOptional(),
        }),
        z.strictObject({
          ...blockField,
          kind: z.literal('number'),
          minimum: z.number().exactOptional(),
          maximum: z.number().exactOptional(),
        }),
        z.strictObject({ ...blockField, kind: z.literal('boolean') }),
        z.strictObject({ ...blockField, kind: z.literal('date') }),
        z.strictObject({ ...blockField, kind: z.literal('choice'), choices }),
        z.strictObject({ ...blockField, kind: z.enum(['topic', 'media', 'link']) }),
        z.strictObject({
          ...blockField,
          kind: z.literal('items'),
          most: z.int().min(1).max(MOST_ITEMS).exactOptional(),
        }),
      ]),
    )
    .max(20),
  sources: z
    .strictObject(Object.fromEntries(SOURCE_DIRECTIVES.map((name) => [name, z.array(source).min(1).exactOptional()])))
    .exactOptional(),
});

const redirect = z.union([
  z.string().min(1),
  z.strictObject({ to: z.string().min(1), status: z.literal([301, 302, 307, 308]) }),
]);

/** Headers that describe a response's own body or connection. */
const SERVERS_OWN = /^(content-(length|encoding|type)|transfer-encoding|connection|set-cookie|etag|vary|location)$/i;

const headers = z
  .record(z.string(), z.string().regex(/^[\x20-\x7e]{1,2000}$/, 'must be one line of printable ASCII characters'))
  .refine(
    (given) => Object.keys(given).every((name) => /^[A-Za-z0-9-]+$/.test(name) && !SERVERS_OWN.test(name)),
    'must be headers, without those that only the server can set',
  );

const ORIGIN = /^https?:\/\/[^/?#\s]+$/;

const seconds = z.int().min(0).max(31_536_000);

/** The schema of `site.config.ts`; `validateSiteConfig` checks its consistency. */
export const siteConfigSchema: z.ZodType<SiteConfig> = z.strictObject({
  name: localized,
  description: localized,
  locales: z
    .array(
      z.strictObject({
        code: z.string().refine(isLanguageCode, 'must be two or three lowercase letters, optionally a region: "pt-br"'),
        language: z.string(),
        name: z.string().min(1),
        direction: z.enum(['ltr', 'rtl']),
      }),
    )
    .min(1),
  defaultLocale: z.string(),
  timeZone: z.string(),
  url: z.string().regex(ORIGIN, 'must be an origin such as "https://example.org"').exactOptional(),
  organization: z.strictObject({
    schemaType: z.string().min(1),
    foundingYear: z.int().exactOptional(),
    legalName: z.string().min(1).exactOptional(),
  }),
  contentTypes: z.array(contentType),
  blocks: z.array(siteBlock).exactOptional(),
  tags: z.record(key, localized),
  inbox: z
    .strictObject({
      mailTo: z.array(z.email('must be an email address')).min(1).max(100).exactOptional(),
      retentionDays: z.int().min(1).max(3_650).exactOptional(),
    })
    .exactOptional(),
  cache: z.strictObject({ shared: seconds.min(1), staleWhileRevalidate: seconds.exactOptional() }).exactOptional(),
  icons: z
    .strictObject({
      collections: z.record(key, z.array(z.string().min(1)).min(1)).exactOptional(),
      service: z
        .array(z.string().regex(ORIGIN, 'must be an origin such as "https://api.iconify.design"'))
        .min(1)
        .exactOptional(),
    })
    .exactOptional(),
  pages: z.record(key, localized).exactOptional(),
  navigation: z.array(z.string()),
  routeRules: z.record(
    z.string(),
    z.strictObject({
      redirect: redirect.exactOptional(),
      headers: headers.exactOptional(),
      cache: z
        .union([z.literal(false), z.strictObject({ maxAge: seconds, staleWhileRevalidate: seconds.exactOptional() })])
        .exactOptional(),
      middleware: z.array(z.string()).exactOptional(),
    }),
  ),
});
