import { type ActionFunctionArgs, data, Form, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { chooseSiteIcon, readSiteIcons } from '#core/icons/site-icons.ts';
import { accountMeta } from '../../../account/account-page.tsx';
import { readAccountRequest } from '../../../account/account-request.ts';
import { requireForm } from '../../../account/receive-form.ts';
import { pageServices } from '../../../context/context.ts';
import { sendClientAction } from '../../../navigation/send-client-action.ts';
import { useAnswer } from '../../../navigation/use-answer.ts';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { TextField } from '../../../ui/kit/forms/field.tsx';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../../ui/site-link.tsx';
import { createAdminTranslator, readPageMessages } from '../../layout/read-admin-messages.ts';
import { orUnavailable } from '../../or-unavailable.ts';
import { requirePermission } from '../../require-permission.ts';
import { SearchField } from '../../search-field.tsx';
import { useFilledForm } from '../../use-filled-form.ts';
import { placeLabels, placeName, readIconPlace } from './icon-place.ts';
import { useIcons } from './use-icons.ts';

const FORM = formShape({ for: textField(200), icon: textField(200) });

/** The page after a refused choice. */
interface IconAnswer {
  sentence: string;
  icon: string;
}

/** Chooses the icon that a form names, or none; 403 without the right, 404 for a place that the site does not have. */
export async function action(args: ActionFunctionArgs) {
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

/** Icons on the page. */
const MOST = 96;

/** Loads the icons to choose from; 403 without the right to change settings, 404 for a place that the site does not have. */
export async function loader(args: LoaderFunctionArgs) {
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

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** The icons to choose from for a place of the site. */
export default function IconsRoute() {
  const page = useLoaderData<typeof loader>();
  const { title, place, q, names, chosen, backHref } = page;
  const answer = useAnswer<IconAnswer>();
  const t = useTranslations('admin.settings.icons');
  const form = useFilledForm(page);
  const icons = useIcons(names);
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      <p className="mt-1">
        <SiteLink to={backHref} className="link-quiet inline-flex min-h-11 items-center text-action">
          {t('back')}
        </SiteLink>
      </p>
      <Form ref={form} method="get" role="search" className="mt-2 flex max-w-xl flex-wrap items-end gap-3">
        <input type="hidden" name="for" value={place} />
        <div className="min-w-0 grow">
          <SearchField name="q" label={t('search')} hint={t('searchHint')} defaultValue={q} submit={t('submit')} />
        </div>
      </Form>
      <Form method="post" className="mt-6">
        <input type="hidden" name="for" value={place} />
        {names.length === 0 && <p role="status">{t('none')}</p>}
        <ul aria-label={t('found')} className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
          {names.map((name) => {
            const icon = icons.get(name);
            return (
              <li key={name}>
                <button
                  type="submit"
                  name="icon"
                  value={name}
                  aria-pressed={name === chosen}
                  className="flex min-h-24 w-full flex-col items-center justify-center gap-2 rounded-control border border-line bg-raised p-2 text-fine hover:bg-tint aria-pressed:border-action aria-pressed:bg-tint"
                >
                  <span className="size-7 text-[1.75rem] noscript:hidden">{icon && <Icon icon={icon} />}</span>
                  <span className="max-w-full break-words text-center leading-tight">
                    {name.slice(name.indexOf(':') + 1)}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </Form>
      <Form method="post" className="mt-8 grid max-w-xl gap-4">
        <input type="hidden" name="for" value={place} />
        <FormError errors={answer && [answer.sentence]} answer={answer} />
        <TextField
          key={chosen}
          id="icon"
          name="icon"
          label={t('name')}
          hint={t('nameHint')}
          maxLength={200}
          defaultValue={answer?.icon ?? chosen}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{t('save')}</SubmitButton>
          {chosen !== '' && (
            <button type="submit" name="icon" value="" form="default-icon" className={buttonStyle('plain')}>
              {t('remove')}
            </button>
          )}
        </div>
      </Form>
      <Form method="post" id="default-icon">
        <input type="hidden" name="for" value={place} />
      </Form>
    </>
  );
}
