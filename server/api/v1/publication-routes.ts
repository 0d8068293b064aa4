import { z } from 'zod';
import type { Item } from '#core/content/item.ts';
import { movePage } from '#core/items/move-page.ts';
import type { ItemTarget } from '#core/publishing/change-item.ts';
import { placeOfCheck, sentenceOfCheck } from '#core/publishing/check-sentences.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import { publishItem, unpublishItem } from '#core/publishing/publish-item.ts';
import type { PublishOutcome } from '#core/publishing/publish-outcome.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from '#core/publishing/schedule-item.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { ApiServices } from './api-services.ts';
import { itemAnswer } from './item-resource.ts';
import { theItem } from './item-schemas.ts';
import { named } from './named-schema.ts';
import { changeItemOf, failureProblem } from './on-item.ts';
import { ApiProblem, pointerOf } from './problem.ts';
import { type AnyRoute, type ApiRequest, route } from './route.ts';
import { bodyQuery, languages, moment } from './shared-schemas.ts';

const strict = z.boolean().exactOptional().describe('Whether warnings prevent publishing, too.');

const common = {
  method: 'post',
  tag: 'Publishing',
  changesItem: true,
  query: bodyQuery,
  answer: theItem,
} as const;

const publishRoute = route({
  ...common,
  path: '/items/{id}/publish',
  operationId: 'publishItem',
  summary: 'Publishes languages of an item after checks, all or none.',
  permission: 'item.publish',
  body: named('Publishing', z.strictObject({ languages, strict })),
  handle: (request, services) =>
    changeItemOf(services, request, async (settled) => {
      const { item, expectedVersion } = settled;
      const { languages: asked, strict: isStrict = false } = request.body;
      const target = { id: item.id, languages: asked, expectedVersion, settled };
      const outcome = await publishItem(services, request.actor, target, { acceptWarnings: !isStrict });
      return answerPublished(services, request, item, outcome);
    }),
});

const unpublishRoute = route({
  ...common,
  path: '/items/{id}/unpublish',
  operationId: 'unpublishItem',
  summary: 'Unpublishes languages of an item, all or none.',
  permission: 'item.unpublish',
  body: named('Unpublishing', z.strictObject({ languages })),
  handle: (request, services) =>
    changeItemOf(services, request, async (settled) => {
      const { item, expectedVersion } = settled;
      const target = { id: item.id, languages: request.body.languages, expectedVersion, settled };
      const outcome = await unpublishItem(services, request.actor, target);
      return answerPublished(services, request, item, outcome);
    }),
});

const moveRoute = route({
  ...common,
  path: '/items/{id}/move',
  operationId: 'movePage',
  summary: 'Moves a page, with all below it, below another one or to the top. Takes effect at once in all languages.',
  permission: 'page.move',
  body: named(
    'PagePlace',
    z.strictObject({
      parent: z.string().nullable().describe('The id of the page that it is to stand below; null for the top.'),
      before: z.string().exactOptional().describe('The page beside it that it comes before; last without it.'),
    }),
  ),
  handle: (request, services) =>
    changeItemOf(services, request, async (settled) => {
      const { parent, before } = request.body;
      const outcome = await movePage(services, request.actor, {
        id: settled.item.id,
        parent: parent ?? undefined,
        before,
      });
      if (outcome.ok) return itemAnswer(services, settled, { form: request.query.body });
      if (outcome.reason === 'conflict' || outcome.reason === 'not-found')
        throw failureProblem(outcome.reason, request);
      throw new ApiProblem('conflict', `The page cannot be moved there: ${outcome.reason}.`);
    }),
});

const scheduling = named(
  'Scheduling',
  z.union(
    [
      z.strictObject({ languages, publishAt: moment, strict }),
      z.strictObject({ languages, unpublishAt: moment }),
      z.strictObject({ languages, cancel: z.literal(true) }),
    ],
    'must have languages, and one of publishAt, unpublishAt and cancel',
  ),
);

const scheduleRoute = route({
  ...common,
  path: '/items/{id}/schedule',
  operationId: 'scheduleItem',
  summary: 'Schedules publishing or unpublishing languages of an item, or cancels it.',
  permission: 'item.schedule',
  body: scheduling,
  handle: (request, services) =>
    changeItemOf(services, request, async (settled) => {
      const { body, actor } = request;
      const { item, expectedVersion } = settled;
      const outcome = await schedule(services, actor, { id: item.id, expectedVersion, settled }, body);
      return answerPublished(services, request, item, outcome);
    }),
});

export const publicationRoutes: AnyRoute[] = [publishRoute, unpublishRoute, moveRoute, scheduleRoute];

function schedule(
  services: ApiServices,
  actor: ApiRequest<unknown, unknown>['actor'],
  target: ItemTarget,
  body: z.output<typeof scheduling>,
) {
  const about = { ...target, languages: body.languages };
  if ('cancel' in body) return cancelSchedule(services, actor, about);
  if ('unpublishAt' in body) return scheduleUnpublish(services, actor, { ...about, at: Date.parse(body.unpublishAt) });
  const options = { acceptWarnings: body.strict !== true };
  return schedulePublish(services, actor, { ...about, at: Date.parse(body.publishAt) }, options);
}

function answerPublished(
  services: ApiServices,
  request: ApiRequest<z.output<typeof bodyQuery>, unknown>,
  item: Item,
  outcome: PublishOutcome,
) {
  if (outcome.ok) return itemAnswer(services, outcome, { form: request.query.body });
  if (outcome.reason === 'checks') throw checksProblem(services.config, outcome.item ?? item, outcome.checks);
  throw failureProblem(outcome.reason, request);
}

/** A problem document with the check results and their locations. */
function checksProblem(config: SiteConfig, item: Item, checks: readonly Check[]): ApiProblem {
  const errors = checks.map((check) => {
    const { targetTitle: _, ...members } = check;
    return { pointer: pointerOf(placeOfCheck(config, item, check)), detail: sentenceOfCheck(check, item), ...members };
  });
  return new ApiProblem('checks-failed', 'Nothing was published; see errors.', { errors });
}
