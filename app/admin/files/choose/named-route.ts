import type { LoaderFunctionArgs } from 'react-router';
import { readShownFiles } from '#core/files/read-files.ts';
import { isMediaId } from '#core/media/media.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { type FileData, fileData } from '../../../site/files/file-data.ts';
import { requirePermission } from '../../require-permission.ts';
import { MOST_NAMED } from '../files-query.ts';

/** A file that a text may hand out. */
export interface FoundFile extends FileData {
  id: string;
}

/** What the files of the parameter `ids` are, as JSON. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  await requirePermission(request, 'media.read');
  const { config } = args.context.get(pageServices);
  const { store, locale, url } = request;
  const ids = (url.searchParams.get('ids') ?? '').split(',').filter(isMediaId).slice(0, MOST_NAMED);
  const shown = await readShownFiles(store, ids, locale);
  const files = ids.flatMap((id): FoundFile[] => {
    const found = shown.get(id);
    return found ? [{ id, ...fileData(config, locale, id, found) }] : [];
  });
  return Response.json({ files });
}
