import { useLoaderData } from 'react-router';
import { accountMeta } from '../../../account/account-page.tsx';
import { sendClientAction } from '../../../navigation/send-client-action.ts';
import { useAnswer } from '../../../navigation/use-answer.ts';
import { fileAction } from './file-action.ts';
import type { FileAnswer } from './file-answer.ts';
import { FilePage } from './file-page.tsx';
import { readFilePage } from './read-file-page.ts';

export const loader = readFilePage;

export const action = fileAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** A file of the library. */
export default function FileRoute() {
  const answer = useAnswer<FileAnswer>();
  const page = useLoaderData<typeof loader>();
  return <FilePage key={page.path} page={page} answer={answer} />;
}
