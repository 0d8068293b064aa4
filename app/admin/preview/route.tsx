import { useLoaderData } from 'react-router';
import { accountMeta } from '../../account/account-page.tsx';
import { ItemTabs } from '../managed-item/item-tabs.tsx';
import { PublishingMessageProvider } from '../managed-item/publishing-messages.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { readItemPreview } from './read-preview.ts';

export const loader = readItemPreview;

export const meta = accountMeta;

/** The preview of an item's page. */
export default function PreviewRoute() {
  const data = useLoaderData<typeof loader>();
  return (
    <PublishingMessageProvider messages={data.messages}>
      <p className="text-fine text-ink-soft">{data.typeLabel}</p>
      <h1 className="font-semibold text-h2">{data.title}</h1>
      <ItemTabs paths={data.paths} />
      <PreviewPane data={data} />
    </PublishingMessageProvider>
  );
}
