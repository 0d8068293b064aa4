import { Form, useActionData, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { accountMeta } from '../../../account/account-page.tsx';
import { sendClientAction } from '../../../navigation/send-client-action.ts';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { TextField } from '../../../ui/kit/forms/text-field.tsx';
import { SiteLink } from '../../../ui/site-link.tsx';
import { useFilledForm } from '../../use-filled-form.ts';
import { type IconAnswer, iconAction } from './icon-action.ts';
import { readIconChoice } from './read-icon-choice.ts';
import { useIcons } from './use-icons.ts';

export const loader = readIconChoice;

export const action = iconAction;

export const clientAction = sendClientAction;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  accountMeta(loaderData?.title);

/** The icons to choose from for a place of the site. */
export default function IconsRoute() {
  const page = useLoaderData<typeof loader>();
  const { title, place, q, names, chosen, backHref } = page;
  const answer = useActionData() as IconAnswer | undefined;
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
          <TextField id="q" name="q" type="search" label={t('search')} hint={t('searchHint')} defaultValue={q} />
        </div>
        <SubmitButton>{t('submit')}</SubmitButton>
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
