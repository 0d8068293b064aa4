import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { type AllowedPerson, requirePermission } from '../../require-permission.ts';
import type { ManyRequest } from './perform-on-many.ts';

/** A request about items of a type. @throws 403 without the right to read drafts, 404 for an unknown type */
export async function readListRequest(args: LoaderFunctionArgs): Promise<{ request: ManyRequest } & AllowedPerson> {
  const request = readAccountRequest(args);
  const allowed = await requirePermission(request, 'draft.read');
  const { config } = args.context.get(pageServices);
  const type = config.contentTypes.find(({ key }) => key === args.params.type);
  if (!type) throw data(null, { status: 404, statusText: 'Not Found' });
  // There is one item: the list is the page of what is about the site.
  if (type.appearsAs === 'site') throw redirect(request.pathTo('/admin/site'), 303);
  return { request: { ...request, config, type }, ...allowed };
}
