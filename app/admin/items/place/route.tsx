import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useSubmit,
} from 'react-router';
import { useTranslations } from 'use-intl';
import { readPlacedPages } from '#core/addresses/page-places.ts';
import { itemCards } from '#core/content/collections.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import { inReadingOrder, MAX_PAGE_DEPTH } from '#core/content/page-tree.ts';
import { isFixedPage } from '#core/content/validate-item.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { listItemCards } from '#core/item-cards/list-item-cards.ts';
import { type MovePlan, movePage, planPageMove } from '#core/items/move-page.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import { accountMeta } from '../../../account/account-page.tsx';
import { readAccountRequest } from '../../../account/account-request.ts';
import { requireForm } from '../../../account/receive-form.ts';
import { pageServices } from '../../../context/context.ts';
import { languageName } from '../../../i18n/language-name.ts';
import { AddedMessages } from '../../../i18n/message-provider.tsx';
import { sendClientAction } from '../../../navigation/send-client-action.ts';
import { useAnswer } from '../../../navigation/use-answer.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { orUnavailable } from '../../or-unavailable.ts';
import { requirePermission } from '../../require-permission.ts';
import { SelectField } from '../../select-field.tsx';
import { textOf } from '../actions/list-request.ts';
import { MOST_ORDERED } from '../actions/move-item.ts';
import { createItemsTranslator, readPlaceMessages } from '../actions/read-items-messages.ts';
import { nameItem } from '../item-name.ts';

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
    <AddedMessages messages={place.messages}>
      <PlacePage place={place} answer={answer} />
    </AddedMessages>
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

/** The request for the place of a page, by whoever may choose it. @throws 403, 404 for what is no page that can be moved */
async function readPlaceRequest(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'page.move');
  const { config } = args.context.get(pageServices);
  const { type: key = '', id = '' } = args.params;
  const type = config.contentTypes.find((one) => one.key === key && one.appearsAs === 'page');
  const card =
    type && /^[a-z0-9-]{1,120}$/.test(id) ? (await getDocument(request.store, itemCards.at(id)))?.data : undefined;
  if (!card || card.type !== key || card.place !== 'shown' || isFixedPage(card)) {
    throw data(null, { status: 404, statusText: 'Not Found' });
  }
  return { request, actor, config, card };
}

/** Loads the places that a page can have, and what changes at the one that the address names. */
async function readPlace(args: LoaderFunctionArgs) {
  const { request, actor, config, card } = await readPlaceRequest(args);
  const { store, locale, pathTo, url } = request;
  const t = createItemsTranslator(locale);
  const search = { types: [card.type], place: 'shown' as const, sort: 'title' as const, language: locale };
  const { cards } = await listItemCards(store, actor, { ...search, limit: MOST_ORDERED });
  const { tree } = await readPlacedPages(store, card.type, [], cards);
  const asked = url.searchParams.get('parent');
  const now = tree.entry(card.id)?.parent ?? '';
  const parent = asked ?? now;
  const own = new Set([card.id, ...tree.below(card.id)]);
  const titleOf = (page: ItemCard) => nameItem(config, locale, page).title;
  const shown = inReadingOrder(tree, cards);
  const siblings = parent === '' ? [] : tree.children(parent).filter(({ id }) => id !== card.id);
  const byId = new Map(cards.map((page) => [page.id, page]));
  const siblingsNow = tree.children(now);
  const following = siblingsNow[siblingsNow.findIndex(({ id }) => id === card.id) + 1]?.id;
  const plan = await planPageMove({ store, config }, actor, { id: card.id, parent: parent || undefined });
  const { language: inLanguage } = localeDefinition(config, locale);
  const list = pathTo(`/admin/items/${card.type}`);
  const title = titleOf(card);
  return {
    messages: readPlaceMessages(locale),
    title: t('place.title', { title }),
    breadcrumbs: [
      { label: contentTypeOf(config, card.type).labels.plural[locale] ?? card.type, href: list },
      { label: title, href: `${list}/${card.id}` },
    ],
    path: `${list}/${card.id}/place`,
    parent,
    parents: shown
      .filter(({ page, level }) => !own.has(page.id) && page.id !== 'home' && level < MAX_PAGE_DEPTH - 1)
      .map(({ page, level }) => ({ value: page.id, label: `${'\u2003'.repeat(level)}${titleOf(page)}` })),
    siblings: siblings.flatMap(({ id }) => {
      const page = byId.get(id);
      return page ? [{ value: id, label: t('place.beforePage', { title: titleOf(page) }) }] : [];
    }),
    before: (parent === now && following) || '',
    ...(plan.ok
      ? {
          problem: undefined,
          shown: plan.shown,
          changes: config.locales.flatMap(({ code, language }) => {
            const changes = plan.changes.filter((change) => change.language === code);
            return changes.length > 0 ? [{ code, language, name: languageName(inLanguage, language), changes }] : [];
          }),
        }
      : { problem: sentenceOf(locale, plan), shown: '', changes: [] }),
  };
}

type PlaceData = Awaited<ReturnType<typeof readPlace>>;

/** Why a page cannot be moved, in words. */
function sentenceOf(locale: Locale, failure: Exclude<MovePlan, { ok: true }>): string {
  const t = createItemsTranslator(locale);
  if (failure.reason === 'redirected') return t('placeProblems.redirected', { path: failure.path });
  return t(`placeProblems.${failure.reason}`, { depth: MAX_PAGE_DEPTH });
}
