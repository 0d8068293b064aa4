import { z } from 'zod';
import { requireMay } from '#core/access/forbidden.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { askForReview, sendBack, withdrawReview } from '#core/items/review-item.ts';
import type { ApiServices } from './api-services.ts';
import { itemAnswer } from './item-resource.ts';
import { theItem } from './item-schemas.ts';
import { named } from './named-schema.ts';
import { changeItemOf, failureProblem } from './on-item.ts';
import { type AnyRoute, type ApiAnswer, type ApiRequest, route } from './route.ts';
import { bodyQuery, lines } from './shared-schemas.ts';

const common = { tag: 'Publishing', changesItem: true, query: bodyQuery, answer: theItem } as const;

const requestReviewRoute = route({
  ...common,
  method: 'post',
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
    change(services, request, (target) => askForReview(services, request.actor, { ...target, ...request.body })),
});

const withdrawRoute = route({
  ...common,
  method: 'delete',
  path: '/items/{id}/{language}/review',
  operationId: 'withdrawReview',
  summary: 'Withdraws the own request to review a language, also if it was sent back.',
  permission: 'draft.read',
  handle: (request, services) => change(services, request, (target) => withdrawReview(services, request.actor, target)),
});

const sendBackRoute = route({
  ...common,
  method: 'post',
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
    change(services, request, (target) => sendBack(services, request.actor, { ...target, note: request.body.note })),
});

export const reviewRoutes: AnyRoute[] = [requestReviewRoute, withdrawRoute, sendBackRoute];

type ReviewTarget = Parameters<typeof askForReview>[2];

function change(
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
