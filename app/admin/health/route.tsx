import { useLoaderData } from 'react-router';
import { accountMeta } from '../../account/account-page.tsx';
import { ItemsMessageProvider } from '../items/actions/items-messages.tsx';
import { HealthBoard } from './health-board.tsx';
import { readHealth } from './read-health.ts';

export const loader = readHealth;

export const meta = accountMeta;

/** Pending work in all items. */
export default function HealthRoute() {
  const board = useLoaderData<typeof loader>();
  return (
    <ItemsMessageProvider messages={board.messages}>
      <HealthBoard board={board} />
    </ItemsMessageProvider>
  );
}
