import { useLoaderData } from 'react-router';
import { accountMeta } from '../../account/account-page.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { readReplace } from './read-replace.ts';
import { type ReplaceAnswer, replaceAction } from './replace-action.ts';
import { ReplacePage } from './replace-page.tsx';

export const loader = readReplace;

export const action = replaceAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** Words are found in all items, and replaced where they are chosen. */
export default function ReplaceRoute() {
  return <ReplacePage page={useLoaderData<typeof loader>()} answer={useAnswer<ReplaceAnswer>()} />;
}
