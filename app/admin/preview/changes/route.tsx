import type { LoaderFunctionArgs } from 'react-router';
import { items } from '#core/content/collections.ts';
import { readManagedItem } from '../../managed-item/read-managed-item.ts';
import { nextVersion } from './next-version.ts';

/** Milliseconds that a request waits for a change: shorter than the time that a stopping server gives its requests. */
const HOLD = 5_000;

/** The version of an item, once it differs from `after`, or after a timeout; 403 without the right to read drafts. */
export async function loader(args: LoaderFunctionArgs) {
  const { item, version, request } = await readManagedItem(args);
  const known = Number(request.url.searchParams.get('after'));
  const { path } = items.at(item.id);
  const now = version === known ? await nextVersion(request.store, path, { known, wait: HOLD }) : version;
  return Response.json({ version: now });
}
