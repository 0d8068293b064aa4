import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { chooseSiteIcon } from '#core/icons/site-icons.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { requireForm } from '../../../account/receive-form.ts';
import { pageServices } from '../../../context/context.ts';
import { createAdminTranslator } from '../../admin-translator.ts';
import { orUnavailable } from '../../or-unavailable.ts';
import { requirePermission } from '../../require-permission.ts';
import { readIconPlace } from './icon-place.ts';

const FORM = formShape({ for: textField(200), icon: textField(200) });

/** The page after a refused choice. */
export interface IconAnswer {
  sentence: string;
  icon: string;
}

/** Chooses the icon that a form names, or none; 403 without the right, 404 for a place that the site does not have. */
export async function iconAction(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'settings.manage');
  const { store, icons, locale, pathTo } = request;
  const fields = await requireForm(request, FORM);
  const place = readIconPlace(fields.get('for'), args.context.get(pageServices).config);
  if (!place) throw data(null, { status: 404, statusText: 'Not Found' });
  const name = String(fields.get('icon') ?? '').trim();
  const refuse = (sentence: string, status: number) => data<IconAnswer>({ sentence, icon: name }, { status });
  return orUnavailable(
    args,
    locale,
    async () => {
      const icon = name === '' ? undefined : await icons.findIcon(name);
      if (name !== '' && !icon) return refuse(createAdminTranslator(locale)('settings.icons.unknown'), 422);
      await chooseSiteIcon({ store }, actor, place, icon && { ...icon, name });
      throw redirect(`${pathTo('/admin/settings')}?notice=icon`, 303);
    },
    (sentence) => refuse(sentence, 503),
  );
}
