import { useLoaderData } from 'react-router';
import { accountMeta } from '../../account/account-page.tsx';
import { ItemPage } from '../managed-item/item-page.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { readItemPreview } from './read-preview.ts';

export const loader = readItemPreview;

export const meta = accountMeta;

/** The preview of an item's page. */
export default function PreviewRoute() {
  const data = useLoaderData<typeof loader>();
  return (
    <ItemPage data={data}>
      <PreviewPane data={data} />
    </ItemPage>
  );
}
