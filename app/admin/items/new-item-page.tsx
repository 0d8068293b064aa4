import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextField } from '../../ui/kit/forms/text-field.tsx';
import { SelectField } from '../select-field.tsx';
import type { CreateProblem } from './actions/list-action.ts';
import type { ItemsData } from './read-items.ts';

interface NewItemPageProps {
  list: ItemsData;
  answer: CreateProblem | undefined;
}

/** The form for a new item. */
export function NewItemPage({ list, answer }: NewItemPageProps) {
  const t = useTranslations('items.create');
  const { languages, path, type } = list;
  const { errors = {} } = answer ?? {};
  const fields = [
    ...(errors.title ? [{ id: 'title', message: errors.title }] : []),
    ...(errors.language ? [{ id: 'language', message: errors.language }] : []),
  ];
  return (
    <>
      <h1 className="font-semibold text-h2">{t('title', { type: type.inSentence })}</h1>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <Form method="post" action={`${path}?new=`} noValidate className="mt-6 grid max-w-xl gap-5">
        <FormError errors={[]} fields={fields} answer={answer} />
        <TextField
          id="title"
          name="title"
          label={t('name')}
          hint={t('nameHint')}
          defaultValue={answer?.title ?? ''}
          maxLength={CONTENT_LIMITS.title}
          required
          autoFocus
          autoComplete="off"
          errors={errors.title ? [errors.title] : []}
        />
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
      </Form>
    </>
  );
}
