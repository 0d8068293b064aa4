import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { useTakesFocus } from '../../ui/kit/focus-when-rendered.ts';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { BulkForm } from '../selection.tsx';
import type { FileAction, RemovalQuestion } from './files-answer.ts';
import type { FilesPageData } from './read-files-page.ts';

/** Actions on the selected files. */
export function FilesBulk({ list, selected }: { list: FilesPageData; selected: ReadonlySet<string> }) {
  const t = useTranslations('admin.files.bulk');
  const { actions, path, queryText, tagChoices } = list;
  return (
    <BulkForm
      selected={selected}
      target={`${path}${queryText && `?${queryText}`}`}
      choices={actions.map((one: FileAction) => ({ value: one, label: t(`actions.${one}`) }))}
    >
      {(isFor) =>
        isFor('tag', 'untag') &&
        actions.includes('tag') && (
          <>
            <TextField
              id="bulk-tag"
              name="tag"
              label={t('tagLabel')}
              hidesLabel
              hint={t('tagHint')}
              placeholder={t('tagLabel')}
              list="known-tags"
              maxLength={60}
              autoComplete="off"
            />
            <datalist id="known-tags">
              {tagChoices.map(({ value }) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          </>
        )
      }
    </BulkForm>
  );
}

interface RemovalProps {
  question: RemovalQuestion;
  /** Where the form goes, and where the person goes who does not remove anything. */
  action: string;
  backHref: string;
  /** The value of `intent`. */
  intent: string;
}

/** Asks before files are removed that texts use, or for good. It takes the focus. */
export function RemovalAsk({ question, action, backHref, intent }: RemovalProps) {
  const t = useTranslations('admin.files.ask');
  const takesFocus = useTakesFocus<HTMLElement>(question);
  const count = question.ids.length;
  return (
    <section
      {...takesFocus}
      aria-labelledby="ask-title"
      className="my-3 rounded-card border border-danger bg-raised p-4 focus:outline-3 focus:outline-danger"
    >
      <h2 id="ask-title" className="font-semibold">
        {question.uses.length > 0 ? t('title') : t('purgeTitle')}
      </h2>
      {question.uses.length > 0 && (
        <ul className="mt-2 list-disc ps-5">
          {question.uses.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <p className="mt-2">{question.uses.length > 0 ? t(question.action, { count }) : t('purgePlain', { count })}</p>
      <Form method="post" action={action} className="mt-4 flex flex-wrap gap-3">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="confirmed" value="yes" />
        {question.ids.map((id) => (
          <input key={id} type="hidden" name="file" value={id} />
        ))}
        <SubmitButton tone="danger">{t(`confirm.${question.action}`)}</SubmitButton>
        <SiteLink to={backHref} className={buttonStyle('plain')}>
          {t('cancel')}
        </SiteLink>
      </Form>
    </section>
  );
}
