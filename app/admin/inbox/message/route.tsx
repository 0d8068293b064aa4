import { useLoaderData } from 'react-router';
import { accountMeta } from '../../../account/account-page.tsx';
import { sendClientAction } from '../../../navigation/send-client-action.ts';
import { useAnswer } from '../../../navigation/use-answer.ts';
import { messageAction } from './message-action.ts';
import type { MessageAnswer } from './message-answer.ts';
import { MessagePage } from './message-page.tsx';
import { readMessagePage } from './read-message-page.ts';

export const loader = readMessagePage;

export const action = messageAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** A message of a visitor. */
export default function MessageRoute() {
  const answer = useAnswer<MessageAnswer>();
  const page = useLoaderData<typeof loader>();
  return <MessagePage key={page.path} page={page} answer={answer} />;
}
