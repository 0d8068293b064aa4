import { z } from 'zod';
import { requireMay } from '#core/access/forbidden.ts';
import { may } from '#core/access/policy.ts';
import type { Revision } from '#core/content/publication.ts';
import { restoreRevisions, restoreVersion } from '#core/items/restore-version.ts';
import { isHistoryCursor, listRevisions, readRevision } from '#core/items/revisions.ts';
import { untrashItem } from '#core/items/trash-item.ts';
import { isLanguageCode } from '#core/locales/locale.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import type { ApiServices } from './api-services.ts';
import { bodyIn, fieldsIn, isoTime, itemAnswer, pick } from './item-resource.ts';
import { theItem } from './item-schemas.ts';
import { named } from './named-schema.ts';
import { answerWritten, changeItemOf, failureProblem, readItem } from './on-item.ts';
import { ApiProblem } from './problem.ts';
import { type AnyRoute, type ApiRequest, route } from './route.ts';
import { bodyQuery, cursorOf, fieldValues, language, languages, richBody } from './shared-schemas.ts';

const revisionFacts = {
  language,
  revision: z.int().positive(),
  publishedAt: z.string(),
  by: z.object({ id: z.string(), name: z.string() }).exactOptional(),
  title: z.string(),
  slug: z.string(),
};

const revisionList = named(
  'RevisionList',
  z.object({ revisions: z.array(z.object(revisionFacts)), next: z.string().exactOptional() }),
);

const revisionResource = named(
  'Revision',
  z.object({
    ...revisionFacts,
    summary: z.string(),
    body: richBody,
    seo: z.object({ title: z.string().exactOptional(), description: z.string().exactOptional() }),
    tags: z.array(z.string()),
    fields: fieldValues.describe('Those of the language, and those that all languages share.'),
  }),
);

const listRoute = route({
  method: 'get',
  path: '/items/{id}/revisions',
  operationId: 'listRevisions',
  summary: 'What was published of an item, the latest first.',
  tag: 'History',
  permission: 'draft.read',
  query: z.object({
    language: language.exactOptional(),
    cursor: cursorOf(isHistoryCursor).exactOptional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: { status: 200, description: 'A page of revisions.', schema: revisionList },
  async handle(request, services) {
    const { item } = await readItem(services, request);
    const { language: only, cursor, limit } = request.query;
    const page = await listRevisions(services.store, request.actor, {
      itemId: item.id,
      limit,
      ...(only !== undefined && { language: only }),
      ...(cursor !== undefined && { after: cursor }),
    });
    return { body: { revisions: page.entries.map(factsOf), ...(page.next !== undefined && { next: page.next }) } };
  },
});

const readRoute = route({
  method: 'get',
  path: '/items/{id}/revisions/{language}/{revision}',
  operationId: 'readRevision',
  summary: 'What was published of a language of an item once.',
  tag: 'History',
  permission: 'draft.read',
  query: bodyQuery,
  answer: { status: 200, description: 'The revision.', schema: revisionResource },
  async handle(request, services) {
    const { item } = await readItem(services, request);
    const { params, query, actor } = request;
    const number = /^\d{1,9}$/.test(params.revision ?? '') ? Number(params.revision) : 0;
    const place = { itemId: item.id, language: params.language ?? '', revision: number };
    const found = isLanguageCode(place.language) && (await readRevision(services.store, actor, place));
    if (!found) throw failureProblem('no-version', request);
    const { summary, body, seo, tags, fields } = found;
    const type = contentTypeOf(services.config, item.type);
    const texts = { summary, body: bodyIn(body, query.body), seo, tags, fields: fieldsIn(type, fields, query.body) };
    return { body: { ...factsOf(found), ...texts } };
  },
});

const revisionTexts = z.strictObject({
  languages,
  revision: z.int().positive().describe('The number of the publication of these languages.'),
  shared: z
    .boolean()
    .exactOptional()
    .describe('Also what the latest of them shared with all languages: tags, cover and shared fields.'),
});

const versionTexts = z.strictObject({
  languages,
  version: z.string().describe('The id of a version that was kept.'),
  shared: z.boolean().exactOptional().describe('Also what all languages share.'),
});

/** A member's problem is reported as such, so that problems of the other forms are reported for those forms. */
const noMembers = z.record(z.string(), z.never());

const restoring = named(
  'Restoring',
  z
    .union([revisionTexts, versionTexts, noMembers], 'must have languages, and one of revision and version; or nothing')
    .describe('Without members, it takes an item out of the trash.'),
);

type RestoredTexts = z.output<typeof revisionTexts | typeof versionTexts>;

const restoreRoute = route({
  method: 'post',
  path: '/items/{id}/restore',
  operationId: 'restoreItem',
  summary:
    'Puts what was published or kept once into the drafts; or takes an item out of the trash. Nothing public changes.',
  tag: 'History',
  permission: 'draft.read',
  // Restoring from the trash requires the right to move the item there.
  guard: (actor, { authorId = '' }) => {
    if (!may(actor, 'item.trash', { authorId, wasPublished: false })) requireMay(actor, 'item.restore');
  },
  changesItem: true,
  query: bodyQuery,
  body: restoring,
  answer: theItem,
  handle: (request, services) =>
    changeItemOf(
      services,
      request,
      async ({ item, expectedVersion }) => {
        const { actor, query, body } = request;
        if (!namesTexts(body)) {
          const restored = await untrashItem(services, actor, { id: item.id, expectedVersion });
          if (!restored.ok)
            throw restored.reason === 'not-found' ? nothingToRestore() : failureProblem(restored.reason, request);
          return itemAnswer(services, restored, { form: query.body });
        }
        await restoreTexts(services, { ...request, body }, item.id);
        return answerWritten(services, request);
      },
      { inTrash: true },
    ),
});

export const historyRoutes: AnyRoute[] = [listRoute, readRoute, restoreRoute];

function namesTexts(body: z.output<typeof restoring>): body is RestoredTexts {
  return 'languages' in body;
}

async function restoreTexts(
  services: ApiServices,
  request: ApiRequest<unknown, RestoredTexts>,
  itemId: string,
): Promise<void> {
  const { actor, body } = request;
  const { languages: asked, shared = false } = body;
  const restored =
    'version' in body
      ? await restoreVersion(services, actor, { itemId, id: body.version, languages: asked, shared })
      : await restoreRevisions(services, actor, {
          itemId,
          refs: asked.map((code) => ({ language: code, revision: body.revision })),
          languages: asked,
          shared,
        });
  if (!restored.ok) throw failureProblem(restored.reason, request);
}

function nothingToRestore(): ApiProblem {
  const detail = 'Say which languages, and which revision or version; the item does not lie in the trash.';
  return new ApiProblem('invalid', detail, {
    errors: [{ pointer: '/languages', detail: 'is missing', code: 'missing' }],
  });
}

function factsOf(revision: Revision) {
  return {
    ...pick(revision, ['language', 'revision', 'title', 'slug', 'by']),
    publishedAt: isoTime(revision.publishedAt),
  };
}
