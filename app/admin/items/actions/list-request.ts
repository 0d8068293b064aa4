import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { formShape, listField, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { type AllowedPerson, requirePermission } from '../../require-permission.ts';
import { MOST_ORDERED } from './move-item.ts';
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

/** The fields of all forms of a list: each form has some of them. Fields with many ids are limited only by the form. */
export const LIST_FORM = formShape({
  intent: textField(),
  item: listField(MOST_ORDERED),
  scope: textField(),
  query: textField(),
  cursor: textField(),
  limit: textField(),
  confirmed: textField(),
  language: textField(),
  tag: textField(),
  warnings: textField(),
  undo: textField(MAX_FORM_BYTES),
  title: textField(),
  direction: textField(),
  behind: textField(),
  group: textField(),
  answer: textField(MAX_FORM_BYTES),
  page: textField(),
});

/** A text field of a form; empty if missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
