import { type ActionFunctionArgs, data, Form, redirect, useLoaderData, useSubmit } from 'react-router';
import { useTranslations } from 'use-intl';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { movePage } from '#core/items/move-page.ts';
import { accountMeta } from '../../../account/account-page.tsx';
import { requireForm } from '../../../account/receive-form.ts';
import { sendClientAction } from '../../../navigation/send-client-action.ts';
import { useAnswer } from '../../../navigation/use-answer.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { orUnavailable } from '../../or-unavailable.ts';
import { SelectField } from '../../select-field.tsx';
import { ItemsMessageProvider } from '../actions/items-messages.tsx';
import { textOf } from '../actions/list-form.ts';
import { type PlaceData, readPlace, readPlaceRequest, sentenceOf } from './read-place.ts';

const SHAPE = formShape({ parent: textField(120), before: textField(120), shown: textField(120) });

export const loader = readPlace;

/** Moves a page, with all below it, and leads to the list. */
export async function action(args: ActionFunctionArgs) {
  const { request, actor, config, card } = await readPlaceRequest(args);
  const form = await requireForm(request, SHAPE);
  const [parent, before, shown] = ['parent', 'before', 'shown'].map((name) => textOf(form, name) || undefined);
  return orUnavailable(
    args,
    request.locale,
    async () => {
      const outcome = await movePage({ store: request.store, config }, actor, { id: card.id, parent, before, shown });
      if (outcome.ok) throw redirect(request.pathTo(`/admin/items/${card.type}`), 303);
      return data({ sentence: sentenceOf(request.locale, outcome) }, { status: 409 });
    },
    (sentence) => data({ sentence }, { status: 503 }),
  );
}

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** The place of a page below others: first what a new one changes, then the move. */
export default function PlaceRoute() {
  const place = useLoaderData<typeof loader>();
  const answer = useAnswer<{ sentence: string }>();
  return (
    <ItemsMessageProvider messages={place.messages}>
      <PlacePage place={place} answer={answer} />
    </ItemsMessageProvider>
  );
}

function PlacePage({ place, answer }: { place: PlaceData; answer: { sentence: string } | undefined }) {
  const t = useTranslations('items.place');
  const submit = useSubmit();
  const { path, parent, problem, siblings } = place;
  const errors = answer ? [answer.sentence] : problem === undefined ? undefined : [problem];
  return (
    <section className="max-w-2xl">
      <h1 className="font-semibold text-h2 wrap-anywhere">{place.title}</h1>
      <p className="mt-1 text-ink-soft">{t('lead')}</p>
      <Form method="get" action={path} className="mt-5 grid gap-3">
        <SelectField
          id="parent"
          name="parent"
          label={t('parent')}
          none={t('top')}
          defaultValue={parent}
          choices={place.parents}
          onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
        />
        <div className="hidden noscript:block">
          <button type="submit" className={buttonStyle()}>
            {t('show')}
          </button>
        </div>
      </Form>
      <Form method="post" action={`${path}?${new URLSearchParams({ parent })}`} className="mt-6 grid gap-5">
        <FormError errors={errors} answer={answer ?? problem} />
        <input type="hidden" name="parent" value={parent} />
        <input type="hidden" name="shown" value={place.shown} />
        {siblings.length > 0 && (
          <SelectField
            key={`before-${parent}`}
            id="before"
            name="before"
            label={t('order')}
            none={t('last')}
            defaultValue={place.before}
            choices={siblings}
          />
        )}
        {problem === undefined && (
          <>
            <Changes changes={place.changes} />
            <div>
              <SubmitButton>{t('move')}</SubmitButton>
            </div>
          </>
        )}
      </Form>
    </section>
  );
}

/** The public addresses that change, of each language: the old one and the new one. */
function Changes({ changes }: Pick<PlaceData, 'changes'>) {
  const t = useTranslations('items.place');
  return (
    <section aria-labelledby="changes" aria-live="polite">
      <h2 id="changes" className="font-semibold text-h3">
        {t('changes')}
      </h2>
      {changes.length === 0 && <p className="mt-1 text-ink-soft">{t('noChanges')}</p>}
      {changes.length > 0 && <p className="mt-1 text-ink-soft">{t('oldAddresses')}</p>}
      {changes.map(({ code, language, name, changes: inLanguage }) => (
        <section key={code} className="mt-4">
          <h3 className="font-semibold text-fine text-ink-soft first-letter:uppercase">{name}</h3>
          <ul className="mt-1 divide-y divide-line rounded-card border border-line bg-raised">
            {inLanguage.map(({ id, title, from, to }) => (
              <li key={id} className="px-4 py-2.5">
                <p lang={language} className="font-medium wrap-anywhere">
                  {title}
                </p>
                <p className="text-fine text-ink-soft wrap-anywhere">
                  <span className="sr-only">{t('from')} </span>
                  <del>{from}</del>
                </p>
                <p className="text-fine wrap-anywhere">
                  <span className="sr-only">{t('to')} </span>
                  {to}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
