import { type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router';
import { accountMeta } from '../../account/account-page.tsx';
import { sendClientAction, UNANSWERED } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { Notice } from '../../ui/kit/notice.tsx';
import { CalmItem } from '../managed-item/calm-item.tsx';
import { ItemPage } from '../managed-item/item-page.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { publishingAction } from './publishing-action.ts';
import type { PublishingAnswer } from './publishing-answer.ts';
import { readPublishing } from './read-publishing.ts';

export const loader = readPublishing;

export const action = publishingAction;

export const clientAction = sendClientAction;

/** Also after a refused form: the item may have changed. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const wasAnswered = args.formMethod !== undefined && args.actionStatus !== UNANSWERED;
  return wasAnswered || args.defaultShouldRevalidate;
}

export const meta = accountMeta;

/** The publishing page of an item. */
export default function PublishingRoute() {
  const data = useLoaderData<typeof loader>();
  const answer = useAnswer<PublishingAnswer>();
  return (
    <ItemPage data={data}>
      {data.trashed && <p className="mt-4 font-medium text-warning">{data.trashed}</p>}
      {data.notice && !answer && <Notice text={data.notice} className="mt-4" />}
      <CalmItem data={data}>
        <PublishPanel data={data} answer={answer} />
      </CalmItem>
    </ItemPage>
  );
}
