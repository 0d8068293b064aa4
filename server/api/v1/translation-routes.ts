import { z } from 'zod';
import { requireMay } from '#core/access/policy.ts';
import { itemCards } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import type { UnitReport } from '#core/content/translation-link.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { markCurrent, markMinor } from '#core/drafts/edit-language.ts';
import type { Locale } from '#core/locales/locale.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import { countStates, reportOf } from '#core/translation/translation-state.ts';
import { blockOfUnit, COVER_ALT } from '#core/translation/units.ts';
import { etagOf, pick } from './item-resource.ts';
import { counts, theItem } from './item-schemas.ts';
import { answerWritten, changeItemOf, failureProblem, readItem } from './on-item.ts';
import { type AnyRoute, type ApiServices, route } from './route.ts';
import { bodyQuery, language, named } from './shared-schemas.ts';

const unitState = z.enum(['missing', 'stale', 'current', 'extra', 'moved']);
const change = z
  .object({ from: z.string(), to: z.string() })
  .exactOptional()
  .describe("Of a stale one: the source's text when it was translated, and now.");

const languageHealth = named(
  'LanguageHealth',
  z.object({
    state: z.enum(['missing', 'draft', 'published', 'changed', 'scheduled', 'archived']),
    isSource: z.boolean(),
    counts: counts.exactOptional().describe('Missing for the source language.'),
    fields: z.array(z.object({ field: z.string(), unit: z.string(), state: unitState, change })),
    blocks: z.array(
      z.object({
        block: z
          .string()
          .exactOptional()
          .describe('The id of the block, also of one that waits for words; missing if the translation has none.'),
        source: z.string().exactOptional().describe('The id of the source block; missing for an extra block.'),
        unit: z.string(),
        state: unitState,
        change,
      }),
    ),
    links: z
      .object({ broken: z.int(), otherLanguage: z.int() })
      .exactOptional()
      .describe(
        'Links to items that are deleted or unpublished, and to items or addresses that exist only in another language.',
      ),
  }),
);

const itemHealth = named(
  'ItemHealth',
  z.object({
    id: z.string(),
    sourceLanguage: language,
    version: z.int(),
    languages: z.partialRecord(language, languageHealth),
  }),
);

const healthRoute = route({
  method: 'get',
  path: '/items/{id}/health',
  operationId: 'readItemHealth',
  summary: 'Reads the translation state of each field and block in each language.',
  tag: 'Translation',
  permission: 'draft.read',
  answer: { status: 200, description: 'The translation states.', schema: itemHealth, etag: true },
  async handle(request, services) {
    const { item, version } = await readItem(services, request);
    const card = (await getDocument(services.store, itemCards.at(item.id)))?.data;
    const languages = services.config.locales.map(({ code }) => [code, healthOf(services, item, card, code)]);
    const { id, sourceLanguage } = item;
    const body = { id, sourceLanguage, version, languages: Object.fromEntries(languages) };
    return { body, headers: { ETag: etagOf(version) } };
  },
});

const units = z.array(z.string().max(200)).max(2_000).describe('Ids as in the health of the item.');

const minorRoute = route({
  method: 'post',
  path: '/items/{id}/minor-edit',
  operationId: 'markMinorEdit',
  summary: 'Marks the latest change of the source as minor: translations that were current stay current.',
  tag: 'Translation',
  permission: 'draft.read',
  guard: (actor, { authorId = '', sourceLanguage }) =>
    requireMay(actor, 'item.edit', { authorId, language: sourceLanguage }),
  changesItem: true,
  query: bodyQuery,
  body: named(
    'MinorEdit',
    z.strictObject({ units: units.exactOptional().describe('Units of the source; all by default.') }),
  ),
  answer: theItem,
  handle: (request, services) =>
    changeItemOf(services, request, async ({ item }) => {
      const marked = await markMinor(services, request.actor, item.id, request.body.units);
      if (!marked.ok) throw failureProblem(marked.reason, request);
      return answerWritten(services, request, marked.settled, [item.sourceLanguage]);
    }),
});

const currentRoute = route({
  method: 'post',
  path: '/items/{id}/{language}/mark-current',
  operationId: 'markCurrent',
  summary: 'Marks fields and blocks of a translation as current.',
  tag: 'Translation',
  permission: 'draft.read',
  guard: (actor, { authorId = '' }, { language = '' }) => requireMay(actor, 'item.edit', { authorId, language }),
  changesItem: true,
  query: bodyQuery,
  body: named('MarkCurrent', z.strictObject({ units: units.min(1) })),
  answer: theItem,
  handle: (request, services) =>
    changeItemOf(services, request, async ({ item }) => {
      const target = { itemId: item.id, language: request.params.language ?? '' };
      const marked = await markCurrent(services, request.actor, target, request.body.units);
      if (!marked.ok) throw failureProblem(marked.reason, request);
      return answerWritten(services, request, marked.settled, [target.language]);
    }),
});

export const translationRoutes: AnyRoute[] = [healthRoute, minorRoute, currentRoute];

function healthOf({ config }: ApiServices, item: Item, card: ItemCard | undefined, code: Locale) {
  const report = reportOf(item, contentTypeOf(config, item.type), code);
  const links = card?.languages[code];
  return {
    state: item.languages[code]?.state ?? 'missing',
    isSource: code === item.sourceLanguage,
    ...(report && { counts: countStates(report) }),
    fields: (report ?? []).flatMap(fieldHealth),
    blocks: (report ?? []).flatMap(blockHealth),
    ...(links && {
      links: { broken: links.brokenLinks, otherLanguage: links.foreignLinks + links.foreignAddresses },
    }),
  };
}

function fieldHealth(report: UnitReport) {
  const unit = report.unit ?? report.source ?? '';
  if (blockOfUnit(unit) !== undefined) return [];
  const field = unit === COVER_ALT ? 'coverAlt' : unit.replace(/^field:/, 'fields.');
  return [{ field, unit, ...pick(report, ['state', 'change']) }];
}

function blockHealth(report: UnitReport) {
  const unit = report.unit ?? report.source ?? '';
  if (blockOfUnit(unit) === undefined) return [];
  const block = report.unit === undefined ? undefined : blockOfUnit(report.unit);
  const source = report.source === undefined ? undefined : blockOfUnit(report.source);
  return [{ ...(block && { block }), ...(source && { source }), unit, ...pick(report, ['state', 'change']) }];
}
