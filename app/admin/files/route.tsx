import { useLoaderData } from 'react-router';
import { accountMeta } from '../../account/account-page.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { filesAction } from './files-action.ts';
import type { FilesAnswer } from './files-answer.ts';
import { FilesPage } from './files-page.tsx';
import { readFilesPage } from './read-files-page.ts';

export const loader = readFilesPage;

export const action = filesAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** The library of files. */
export default function FilesRoute() {
  const answer = useAnswer<FilesAnswer>();
  return <FilesPage list={useLoaderData<typeof loader>()} answer={answer} />;
}
