import { Form, useActionData, useLoaderData, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { accountMeta } from '../../account/account-page.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextField } from '../../ui/kit/forms/text-field.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { CalmItem } from '../managed-item/calm-item.tsx';
import { ItemTabs } from '../managed-item/item-tabs.tsx';
import { PublishingMessageProvider } from '../managed-item/publishing-messages.tsx';
import { PageLinks } from '../page-links.tsx';
import { ComparisonView } from './comparison-view.tsx';
import { HistoryForm } from './history-form.tsx';
import { type RevisionsData, readRevisions } from './read-revisions.ts';
import { RestoreQuestion } from './restore-question.tsx';
import { revisionsAction } from './revisions-action.ts';
import type { RevisionsAnswer } from './revisions-answer.ts';

export const loader = readRevisions;

export const action = revisionsAction;

export const clientAction = sendClientAction;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  accountMeta(loaderData?.title);

/** The history of an item: compare and restore. */
export default function RevisionsRoute() {
  const data = useLoaderData<typeof loader>();
  return (
    <PublishingMessageProvider messages={data.messages}>
      <p className="text-fine text-ink-soft">{data.typeLabel}</p>
      <h1 className="font-semibold text-h2">{data.title}</h1>
      <ItemTabs paths={data.paths} />
      <Revisions data={data} />
    </PublishingMessageProvider>
  );
}

function Revisions({ data }: { data: RevisionsData }) {
  const answer = useActionData() as RevisionsAnswer | undefined;
  const t = useTranslations('publishing.revisions');
  const { key } = useLocation();
  const refused = answer?.kind === 'refused' ? answer : undefined;
  const problem = refused?.intent === 'restore' ? refused.sentence : data.problem;
  return (
    <>
      {data.trashed && <p className="mt-4 font-medium text-warning">{data.trashed}</p>}
      {data.notice && !answer && <Notice text={data.notice} className="mt-4" />}
      {data.undo !== undefined && !answer && <UndoForm entry={data.undo} />}
      <FormError errors={problem ? [problem] : []} answer={answer ?? data.problem} />
      {answer?.kind === 'asks' && <RestoreQuestion answer={answer} cancelHref={data.paths.revisions} />}
      {data.comparison && <ComparisonView comparison={data.comparison} />}
      <section aria-labelledby="history" className="mt-8">
        <h2 id="history" className="font-semibold text-h3">
          {t('list')}
        </h2>
        <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
        {/* Not below a comparison, which is long work. */}
        <CalmItem data={data} isOn={!data.comparison}>
          <HistoryForm data={data} />
        </CalmItem>
        <PageLinks
          label={t('pages')}
          first={data.firstHref && { href: data.firstHref, label: t('first') }}
          next={data.nextHref && { href: data.nextHref, label: t('next') }}
        />
      </section>
      {data.canSave && (
        <section aria-labelledby="saving" className="mt-8">
          <h2 id="saving" className="font-semibold text-h3">
            {t('save.title')}
          </h2>
          <p className="mt-1 max-w-[65ch] text-ink-soft">{t('save.lead')}</p>
          {/* Reset the form after each saved version, and not when somebody else makes one. */}
          <Form method="post" key={key} className="mt-3 grid max-w-md gap-3">
            <TextField
              name="name"
              label={t('save.name')}
              required
              maxLength={CONTENT_LIMITS.savedVersionName}
              defaultValue={refused?.name ?? ''}
              errors={refused?.intent === 'save' ? [refused.sentence] : []}
            />
            <div>
              <SubmitButton tone="plain" name="intent" value="save">
                {t('save.submit')}
              </SubmitButton>
            </div>
          </Form>
        </section>
      )}
    </>
  );
}

/** Undoes a restore by restoring the saved version; also asks for confirmation. */
function UndoForm({ entry }: { entry: string }) {
  const t = useTranslations('publishing.revisions');
  return (
    <Form method="post" className="mt-3">
      <input type="hidden" name="intent" value="restore" />
      <SubmitButton tone="plain" name="entry" value={entry}>
        {t('undo')}
      </SubmitButton>
    </Form>
  );
}
