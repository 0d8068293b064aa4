import { type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router';
import { localeSet } from '#site-config';
import { accountMeta } from '../../account/account-page.tsx';
import { readAccountRequest } from '../../account/account-request.ts';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { ItemPages } from '../managed-item/item-pages.tsx';
import { PublishingMessageProvider } from '../managed-item/publishing-messages.tsx';
import { readPublishingMessages } from '../managed-item/read-managed-item.ts';
import { EditorActions } from '../publishing/editor-actions.tsx';
import './editor.css';
import './carets.css';
import { EditorMessageProvider } from './context/editor-messages.tsx';
import { readEditor } from './context/read-editor.ts';
import { requestDrafts } from './drafts/early-request.ts';
import { EditorPage } from './editor-page.tsx';

export const handle: RouteHandle = {
  tellsConnection: true,
  withDocument: ({ id = '' }) =>
    requestDrafts(
      id,
      localeSet.locales.map(({ code }) => code),
    ),
};

export async function loader(args: LoaderFunctionArgs) {
  const data = await readEditor(args);
  const { locale } = readAccountRequest(args);
  return { ...data, publishing: readPublishingMessages(locale, 'tabs', 'publish', 'more', 'talk') };
}

/** The text lives in the drafts; the loaded item is only the initial state. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.id !== nextParams.id || currentParams.type !== nextParams.type;
}

export const meta = accountMeta;

/** The editor of an item. */
export default function EditorRoute() {
  const data = useLoaderData<typeof loader>();
  return (
    <EditorMessageProvider messages={data.messages}>
      <PublishingMessageProvider messages={data.publishing}>
        <EditorPage
          key={data.item.id}
          data={data}
          links={<ItemPages paths={data.bar.paths} />}
          actions={(desk) => <EditorActions offer={data.offer} bar={data.bar} desk={desk} />}
        />
      </PublishingMessageProvider>
    </EditorMessageProvider>
  );
}
