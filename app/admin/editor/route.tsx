import { useLoaderData } from 'react-router';
import { accountMeta } from '../../account/account-page.tsx';
import './editor.css';
import { EditorMessageProvider } from './editor-messages.tsx';
import { EditorPage } from './editor-page.tsx';
import { readEditor } from './read-editor.ts';

export const loader = readEditor;

/** What is written lives in its drafts; the page starts from the item once. */
export function shouldRevalidate(): boolean {
  return false;
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  accountMeta(loaderData?.title);

/** An item as its team writes it. */
export default function EditorRoute() {
  const data = useLoaderData<typeof loader>();
  return (
    <EditorMessageProvider messages={data.messages}>
      <EditorPage key={data.item.id} data={data} />
    </EditorMessageProvider>
  );
}
