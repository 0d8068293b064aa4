import type { LoaderFunctionArgs } from 'react-router';
import { contentPath } from '#core/content/collections.ts';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { readManagedItem } from '../../publishing/read-managed-item.ts';

/** Milliseconds for which a question waits for a change: shorter than what a server that stops waits for its requests. */
const HOLD = 5_000;

/** The version of an item, once it is another one than `after`, or after a while; 403 for who may not read drafts. */
export async function loader(args: LoaderFunctionArgs) {
  const { item, version, request } = await readManagedItem(args);
  const known = Number(request.url.searchParams.get('after'));
  const now = version === known ? await nextVersion(request.store, contentPath.item(item.id), known) : version;
  return Response.json({ version: now });
}

function nextVersion(store: DocumentStore, path: DocumentPath, known: number): Promise<number> {
  return new Promise((resolve) => {
    const end = (version: number) => {
      clearTimeout(timer);
      stop();
      resolve(version);
    };
    const timer = setTimeout(() => end(known), HOLD);
    const stop = store.listen({ documents: [path] }, ({ changes }) => {
      const version = changes.find((change) => change.path === path)?.document?.version;
      if (version !== undefined && version !== known) end(version);
    });
  });
}
