import { z } from 'zod';
import { requireMay } from '#core/access/policy.ts';
import type { Item } from '#core/content/item.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { movePage } from '#core/items/move-page.ts';
import { askForReview, sendBack, withdrawReview } from '#core/items/review-item.ts';
import type { ItemTarget } from '#core/publishing/change-item.ts';
import { placeOfCheck, sentenceOfCheck } from '#core/publishing/check-sentences.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import { publishItem, unpublishItem } from '#core/publishing/publish-item.ts';
import type { PublishOutcome } from '#core/publishing/publish-outcome.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from '#core/publishing/schedule-item.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { itemAnswer } from './item-resource.ts';
import { theItem } from './item-schemas.ts';
import { changeItemOf, failureProblem } from './on-item.ts';
import { ApiProblem, pointerOf } from './problem.ts';
import { type AnyRoute, type ApiAnswer, type ApiRequest, type ApiServices, route } from './route.ts';
import { bodyQuery, languages, lines, moment, named } from './shared-schemas.ts';

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

const requestReviewRoute = route({
  ...common,
  path: '/items/{id}/{language}/review',
  operationId: 'askForReview',
  summary: 'Asks those who publish to review a language of an item, for programs that may write it and not publish it.',
  permission: 'draft.read',
  guard: (actor, { authorId = '' }, { language = '' }) => requireMay(actor, 'review.ask', { authorId, language }),
  body: named(
    'ReviewRequest',
    z
      .strictObject({
        note: lines(CONTENT_LIMITS.reviewNote, z.string().trim()).exactOptional().describe('What to look at.'),
        reviewer: z
          .string()
          .max(200)
          .exactOptional()
          .describe('Id of an account that may publish. Default: whoever may publish.'),
      })
      .optional(),
  ),
  handle: (request, services) =>
    changeReview(services, request, (target) => askForReview(services, request.actor, { ...target, ...request.body })),
});

const withdrawRoute = route({
  ...common,
  method: 'delete',
  path: '/items/{id}/{language}/review',
  operationId: 'withdrawReview',
  summary: 'Withdraws the own request to review a language, also if it was sent back.',
  permission: 'draft.read',
  handle: (request, services) =>
    changeReview(services, request, (target) => withdrawReview(services, request.actor, target)),
});

const sendBackRoute = route({
  ...common,
  path: '/items/{id}/{language}/send-back',
  operationId: 'sendBack',
  summary: 'Answers a request for review with a note instead of publishing.',
  permission: 'review.send-back',
  body: named(
    'SendingBack',
    z.strictObject({
      note: lines(CONTENT_LIMITS.reviewNote, z.string().trim().min(1)).describe('What to change, for whoever asked.'),
    }),
  ),
  handle: (request, services) =>
    changeReview(services, request, (target) =>
      sendBack(services, request.actor, { ...target, note: request.body.note }),
    ),
});

export const publicationRoutes: AnyRoute[] = [
  publishRoute,
  unpublishRoute,
  moveRoute,
  scheduleRoute,
  requestReviewRoute,
  withdrawRoute,
  sendBackRoute,
];

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

type ReviewTarget = Parameters<typeof askForReview>[2];

function changeReview(
  services: ApiServices,
  request: ApiRequest<z.output<typeof bodyQuery>, unknown>,
  perform: (target: ReviewTarget) => ReturnType<typeof askForReview | typeof sendBack>,
): Promise<ApiAnswer> {
  return changeItemOf(services, request, async (settled) => {
    const { item, expectedVersion } = settled;
    const languages = [request.params.language ?? ''];
    const outcome = await perform({ id: item.id, expectedVersion, settled, languages });
    if (outcome.ok) return itemAnswer(services, outcome, { form: request.query.body });
    throw failureProblem(outcome.reason, request);
  });
}
