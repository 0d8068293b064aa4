import { useLoaderData } from 'react-router';
import { accountMeta } from '../../account/account-page.tsx';
import { InboxPage } from './inbox-page.tsx';
import { readInbox } from './read-inbox.ts';

export const loader = readInbox;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  accountMeta(loaderData?.title);

/** The messages of visitors. */
export default function InboxRoute() {
  return <InboxPage inbox={useLoaderData<typeof loader>()} />;
}
