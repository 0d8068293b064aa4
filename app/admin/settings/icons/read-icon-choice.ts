import { data, type LoaderFunctionArgs } from 'react-router';
import { readSiteIcons } from '#core/icons/site-icons.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { createAdminTranslator } from '../../admin-translator.ts';
import { readPageMessages } from '../../layout/read-admin-messages.ts';
import { requirePermission } from '../../require-permission.ts';
import { placeName, readIconPlace } from './icon-place.ts';
import { placeLabels } from './place-labels.ts';

/** Icons on the page. */
const MOST = 96;

/** Loads the icons to choose from; 403 without the right to change settings, 404 for a place that the site does not have. */
export async function readIconChoice(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  await requirePermission(request, 'settings.manage');
  const services = args.context.get(pageServices);
  const { locale, url, store, icons, pathTo } = request;
  const place = readIconPlace(url.searchParams.get('for'), services.config);
  if (!place) throw data(null, { status: 404, statusText: 'Not Found' });
  const q = (url.searchParams.get('q') ?? '').slice(0, 100);
  const labelOf = await placeLabels(services, locale);
  const t = createAdminTranslator(locale);
  return {
    pageMessages: readPageMessages(locale, 'settings'),
    title: t('settings.icons.choose', { place: labelOf(place) }),
    place: placeName(place),
    q,
    names: icons.search(q, MOST),
    chosen: (await readSiteIcons(store))[place.kind][place.key]?.name ?? '',
    backHref: pathTo('/admin/settings'),
  };
}
