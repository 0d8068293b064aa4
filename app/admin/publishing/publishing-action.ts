import { type ActionFunctionArgs, data, redirect } from 'react-router';
import type { Item } from '#core/content/item.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { duplicateItem } from '#core/items/create-item.ts';
import { type LifeAction, recentActions } from '#core/items/recent-actions.ts';
import { TRASH_DAYS } from '#core/items/trash-item.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { createPreview, PREVIEW_DAYS, revokePreview } from '#core/previews/previews.ts';
import { wasPublished } from '#core/publishing/change-item.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import { hasErrors } from '#core/publishing/publish-outcome.ts';
import { localeSet } from '#site-config';
import { requireForm } from '../../account/receive-form.ts';
import { teamTimeZone } from '../../ui/kit/format-moment.ts';
import { titleCopies } from '../items/actions/read-items-messages.ts';
import { itemPaths, type ManagedItem, phraseOf, readManagedItem } from '../managed-item/read-managed-item.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { refuseForbidden, requirePermission } from '../require-permission.ts';
import { acceptedKeys, changeLife, PUBLISHING_FORM, type PublishingForm, readPublishingForm } from './change-life.ts';
import { type DescribedCheck, describeChecks, readNamedItems } from './check-sentence.ts';
import type { ConfirmedIntent, LanguageStatus, PublishingAnswer, PublishingNotice } from './publishing-answer.ts';

/** The intent of a form of the panel, and its item. */
interface Asked {
  managed: ManagedItem;
  form: PublishingForm;
}

/** Performs the action of one of the panel's forms; asks for confirmation where required; 403 without the right. */
export async function publishingAction(args: ActionFunctionArgs) {
  const managed = await readManagedItem(args);
  const form = readPublishingForm(await requireForm(managed.request, PUBLISHING_FORM));
  if (!form) throw data(null, { status: 400, statusText: 'Bad Request' });
  const asked = { managed, form };
  await requireIntent(asked);
  const { request, actor } = managed;
  return orUnavailable(
    args,
    request.locale,
    () => refuseForbidden(request, actor, () => perform(asked)),
    (sentence) => refuse(asked, 503, [sentence]),
  );
}

async function requireIntent({ managed: { request, item }, form }: Asked): Promise<void> {
  const authorId = item.authorId ?? '';
  switch (form.intent) {
    case 'publish':
    case 'unpublish':
      return void (await requirePermission(request, `item.${form.intent}`));
    case 'archive':
    case 'unarchive':
      return void (await requirePermission(request, 'item.archive'));
    case 'schedule-publish':
    case 'schedule-unpublish':
    case 'cancel':
      return void (await requirePermission(request, 'item.schedule'));
    case 'ask-review':
      for (const language of form.languages) await requirePermission(request, 'review.ask', { authorId, language });
      return;
    case 'withdraw-review':
      for (const language of form.languages) {
        const accountId = item.languages[language]?.review?.askedBy.id;
        // A request that was answered meanwhile is gone, which is no refusal.
        if (accountId === undefined) await requirePermission(request, 'review.ask', { authorId, language });
        else await requirePermission(request, 'review.withdraw', { accountId });
      }
      return;
    case 'send-back':
      return void (await requirePermission(request, 'review.send-back'));
    case 'duplicate':
      return void (await requirePermission(request, 'item.create'));
    case 'trash':
    case 'untrash':
      return void (await requirePermission(request, 'item.trash', { authorId, wasPublished: wasPublished(item) }));
    case 'share':
      for (const language of form.languages) await requirePermission(request, 'preview.share', { authorId, language });
  }
}

function perform(asked: Asked) {
  switch (asked.form.intent) {
    case 'share':
      return share(asked);
    case 'revoke':
      return revoke(asked);
    case 'duplicate':
      return duplicate(asked);
    default:
      return change(asked);
  }
}

async function change(asked: Asked) {
  const { managed, form } = asked;
  const { intent } = form;
  const { t } = managed;
  const isOfLanguages = intent !== 'trash' && intent !== 'untrash';
  if (isOfLanguages && form.languages.length === 0) return refuse(asked, 422, [t('refused.noLanguage')]);
  if (!form.confirmed && (intent === 'unpublish' || intent === 'archive' || intent === 'trash'))
    return ask(asked, intent);
  const outcome = await changeLife(managed, form);
  if (outcome.ok) return done(asked, outcome.notice, outcome.item);
  switch (outcome.reason) {
    case 'checks':
      if (hasErrors(outcome.checks)) return refuse(asked, 422, [t('refused.checks')], outcome.checks);
      return ask(asked, intent === 'schedule-publish' ? intent : 'publish', outcome.checks);
    case 'changed':
      return refuse(asked, 409, [t('refused.conflict'), ...(await describeConflict(managed, form.at))]);
    case 'conflict':
      return refuse(asked, 409, [t('refused.busy')]);
    case 'in-trash':
    case 'fixed-page':
    case 'topic-in-use':
      return refuse(asked, 409, [t(`refused.${outcome.reason}`)]);
    case 'language-missing':
      // Where checks were run, they tell which one it is.
      if ('checks' in outcome && hasErrors(outcome.checks)) {
        return refuse(asked, 422, [t('refused.checks')], outcome.checks);
      }
      return refuse(asked, 422, [t('refused.languageMissing')]);
    case 'invalid':
      throw new Error(`${managed.item.id} was read as a file`);
    case 'not-found':
      return refuse(asked, 404, [t('refused.gone')]);
    case 'invalid-note':
      return refuse(asked, 422, [t('refused.invalid-note', { limit: CONTENT_LIMITS.reviewNote })]);
    default:
      return refuse(asked, 422, [t(`refused.${outcome.reason}`)]);
  }
}

async function share(asked: Asked) {
  const { managed, form } = asked;
  const { t, dependencies, actor, item, services } = managed;
  if (form.languages.length === 0) return refuse(asked, 422, [t('refused.noLanguage')]);
  const given = { itemId: item.id, languages: form.languages, days: form.days };
  const outcome = await createPreview(dependencies, actor, given);
  if (outcome.ok) {
    const [first = services.config.defaultLocale] = outcome.preview.languages;
    const url = services.origin + localizePath(services.config, first, `/preview/${outcome.token}`);
    const answer: PublishingAnswer = { kind: 'shared', intent: 'share', notice: t('notices.shared'), url };
    return reply(answer, 201);
  }
  switch (outcome.reason) {
    case 'invalid-days':
      return refuse(asked, 422, [t('refused.days', PREVIEW_DAYS)]);
    case 'language-missing':
      return refuse(asked, 422, [t('refused.languageMissing')]);
    case 'full':
    case 'in-trash':
      return refuse(asked, 409, [t(`refused.${outcome.reason}`)]);
    case 'conflict':
      return refuse(asked, 409, [t('refused.busy')]);
    case 'not-found':
      return refuse(asked, 404, [t('refused.gone')]);
  }
}

/** Idempotent: a link that is gone already counts as revoked. */
async function revoke(asked: Asked) {
  const { dependencies, actor, item } = asked.managed;
  await revokePreview(dependencies, actor, { itemId: item.id, id: asked.form.preview });
  return done(asked, 'revoked', item);
}

async function duplicate(asked: Asked) {
  const { dependencies, actor, item, request, t } = asked.managed;
  const given = { id: crypto.randomUUID(), from: item.id, titles: titleCopies(item.languages) };
  const outcome = await duplicateItem(dependencies, actor, given);
  if (outcome.ok) throw redirect(`${itemPaths(request, outcome.item).publish}?notice=duplicated`, 303);
  const { reason } = outcome;
  if (reason === 'not-found') return refuse(asked, 404, [t('refused.gone')]);
  return refuse(asked, 409, [t(`refused.${reason === 'in-trash' || reason === 'too-long' ? reason : 'busy'}`)]);
}

/** Redirects to the page with a notice; for a form on another page, returns only the notice. */
async function done({ managed, form }: Asked, notice: PublishingNotice, now: Item) {
  const { request, item, t } = managed;
  const { intent } = form;
  if (!form.stays) throw redirect(`${itemPaths(request, item).publish}?notice=${notice}`, 303);
  const languages = statusesOf(now);
  return reply({ kind: 'done', intent, notice: t(`notices.${notice}`, { days: TRASH_DAYS }), languages });
}

async function ask(asked: Asked, intent: ConfirmedIntent, checks: readonly Check[] = []) {
  const { managed, form } = asked;
  const { t, request } = managed;
  const languages = phraseOf(request.locale, form.languages);
  const leads = {
    publish: '',
    'schedule-publish': '',
    unpublish: t('ask.unpublishLead', { languages }),
    archive: t('ask.archiveLead', { languages }),
    trash: t('ask.trashLead', { days: TRASH_DAYS }),
  };
  const answer: PublishingAnswer = {
    kind: 'asks',
    intent,
    lead: leads[intent],
    checks: await tell(asked, checks),
    accepted: acceptedKeys(checks).join('\n'),
    form: filled(form),
  };
  return reply(answer);
}

async function refuse(asked: Asked, status: number, sentences: string[], checks: readonly Check[] = []) {
  const { form } = asked;
  const { intent } = form;
  const answer: PublishingAnswer = {
    kind: 'refused',
    intent,
    sentences,
    checks: await tell(asked, checks),
    form: filled(form),
  };
  return reply(answer, status);
}

function reply(answer: PublishingAnswer, status = 200) {
  return data(answer, { status });
}

async function tell({ managed }: Asked, checks: readonly Check[]): Promise<DescribedCheck[]> {
  const { request, item, type, t } = managed;
  const named = await readNamedItems(managed, checks);
  return describeChecks(checks, {
    t,
    locale: request.locale,
    type,
    editorHref: itemPaths(request, item).editor,
    named,
  });
}

function statusesOf({ languages }: Item): LanguageStatus[] {
  return Object.entries(languages).map(([code, { state, publishedSlug }]) => ({
    code,
    state,
    ...(publishedSlug !== undefined && { publishedSlug }),
  }));
}

function filled({ languages, date, time, occurrence, note, reviewer }: PublishingForm) {
  return { languages, date, time, occurrence, note, reviewer };
}

/** Sentences about recent actions of others on the item, newest first. @param since milliseconds since 1970 */
async function describeConflict({ request, actor, item, t }: ManagedItem, since: number): Promise<string[]> {
  const { locale, store } = request;
  const actions = await recentActions(store, actor, { item, since });
  const clock = new Intl.DateTimeFormat(localeDefinition(localeSet, locale).language, {
    timeStyle: 'short',
    timeZone: teamTimeZone(),
  });
  return actions.map(({ action, name = t('happened.server'), at, languages }) =>
    t(`happened.${nameOf(action)}`, {
      name,
      languages: phraseOf(locale, languages ?? Object.keys(item.languages)),
      when: clock.format(at),
    }),
  );
}

type NameOf<A extends LifeAction> = A extends `item.${infer Name}` ? Name : never;

function nameOf(action: LifeAction): NameOf<LifeAction> {
  return action.slice('item.'.length) as NameOf<LifeAction>;
}
