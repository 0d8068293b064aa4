import { useLoaderData } from 'react-router';
import { accountMeta } from '../../account/account-page.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { ItemsMessageProvider } from './actions/items-messages.tsx';
import { type ListAnswer, listAction } from './actions/list-action.ts';
import { ItemsPage } from './items-page.tsx';
import { NewItemPage } from './new-item-page.tsx';
import { readItems } from './read-items.ts';

export const loader = readItems;

export const action = listAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** The list of items of a type. */
export default function ItemsRoute() {
  const list = useLoaderData<typeof loader>();
  const answer = useAnswer<ListAnswer>();
  const isNew = list.createsNew || answer?.kind === 'create';
  return (
    <ItemsMessageProvider messages={list.messages}>
      {isNew ? (
        <NewItemPage list={list} answer={answer?.kind === 'create' ? answer : undefined} />
      ) : (
        <ItemsPage key={list.type.key} list={list} answer={answer} />
      )}
    </ItemsMessageProvider>
  );
}
