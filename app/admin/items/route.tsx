import { useEffect } from 'react';
import { Form, useLoaderData, useNavigation } from 'react-router';
import { useTranslations } from 'use-intl';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { accountMeta } from '../../account/account-page.tsx';
import { AddedMessages } from '../../i18n/message-provider.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { useNonce } from '../../rendering/inline-code.ts';
import { KEEP_TYPED_FOR_NEXT_PAGE, takeTyped, useTypedAhead } from '../../rendering/typed-ahead.ts';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextAreaField } from '../../ui/kit/forms/text-area-field.tsx';
import { SelectField } from '../select-field.tsx';
import type { CreateProblem } from './actions/create-from-form.ts';
import { type ListAnswer, listAction } from './actions/list-action.ts';
import { ItemsPage } from './items-page.tsx';
import { type ItemsData, readItems } from './read-items.ts';

export const loader = readItems;

export const action = listAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** The list of items of a type. */
export default function ItemsRoute() {
  const list = useLoaderData<typeof loader>();
  const answer = useAnswer<ListAnswer>();
  const isNew = list.createsNew || answer?.kind === 'create';
  return (
    <AddedMessages messages={list.messages}>
      {isNew ? (
        <NewItemPage list={list} answer={answer?.kind === 'create' ? answer : undefined} />
      ) : (
        <ItemsPage key={list.type.key} list={list} answer={answer} />
      )}
    </AddedMessages>
  );
}

interface NewItemPageProps {
  list: ItemsData;
  answer: CreateProblem | undefined;
}

/** The form for a new item; for a question, with its group and its answer. */
function NewItemPage({ list, answer }: NewItemPageProps) {
  const t = useTranslations('items.create');
  const { languages, path, type, group, query } = list;
  const { errors = {} } = answer ?? {};
  useTypedAhead(useNavigation().formMethod === 'POST', 'anywhere');
  useEffect(() => {
    if (answer) takeTyped();
  }, [answer]);
  const fields = (['title', 'group', 'answer', 'language'] as const).flatMap((id) => {
    const message = errors[id];
    return message ? [{ id, message }] : [];
  });
  return (
    <>
      <h1 className="font-semibold text-h2">{t('title', { type: type.inSentence })}</h1>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <Form method="post" action={`${path}?new=`} noValidate className="mt-6 grid max-w-xl gap-5">
        <FormError errors={[]} fields={fields} answer={answer} />
        <TextField
          id="title"
          name="title"
          label={t(group ? 'question' : 'name')}
          hint={t('nameHint')}
          defaultValue={answer?.title ?? ''}
          maxLength={CONTENT_LIMITS.title}
          required
          autoFocus
          autoComplete="off"
          errors={errors.title ? [errors.title] : []}
        />
        {group && (
          <>
            <TextAreaField
              id="answer"
              name="answer"
              label={t('answer')}
              hint={t('answerHint')}
              defaultValue={answer?.answer ?? ''}
              maxLength={CONTENT_LIMITS.fieldText}
              errors={errors.answer ? [errors.answer] : []}
            />
            <SelectField
              id="group"
              name="group"
              label={group.label}
              defaultValue={answer?.group ?? query.group}
              none={t('chooseGroup')}
              required
              errors={errors.group ? [errors.group] : []}
              choices={group.choices}
            />
          </>
        )}
        <SelectField
          id="language"
          name="language"
          label={t('language')}
          defaultValue={answer?.language || languages[0]?.code}
          errors={errors.language ? [errors.language] : []}
          choices={languages.map(({ code, label }) => ({ value: code, label }))}
        />
        <div>
          <SubmitButton name="intent" value="create">
            {t('submit')}
          </SubmitButton>
        </div>
        <script
          nonce={useNonce()}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the product's own code
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? KEEP_TYPED_FOR_NEXT_PAGE : '' }}
        />
      </Form>
    </>
  );
}
