import type { LoaderFunctionArgs } from 'react-router';
import { listFiles } from '#core/files/list-files.ts';
import { readShownFiles } from '#core/files/read-files.ts';
import { isMediaId } from '#core/media/read-media.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { type FileData, fileData } from '../../../site/files/file-data.ts';
import { requirePermission } from '../../require-permission.ts';

/** Files found at once. Source: Meki's own. */
const MOST_FOUND = 30;

/** A file that a text may hand out. */
export interface FoundFile extends FileData {
  id: string;
}

/** As JSON: the files of the parameter `ids`, else those that fit the words of `q`, the latest first without. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'media.read');
  const { config } = args.context.get(pageServices);
  const { store, itemSearch, locale, url } = request;
  const words = (url.searchParams.get('q') ?? '').trim().slice(0, 200);
  const named = url.searchParams.get('ids')?.split(',').filter(isMediaId).slice(0, MOST_FOUND);
  const ids =
    named ??
    (
      await listFiles({ store, findFiles: itemSearch.findFiles }, actor, {
        ...{ place: 'library', sort: 'uploaded', language: locale, limit: MOST_FOUND },
        ...(words !== '' && { words }),
      })
    ).cards.map(({ id }) => id);
  const shown = await readShownFiles(store, ids, locale);
  const files = ids.flatMap((id): FoundFile[] => {
    const found = shown.get(id);
    return found ? [{ id, ...fileData(config, locale, id, found) }] : [];
  });
  return Response.json({ files });
}
