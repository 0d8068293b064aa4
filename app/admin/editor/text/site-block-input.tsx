import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isValidValue } from '#core/site-blocks/read-site-block.ts';
import { isInWords, type SiteBlockField } from '#core/site-blocks/site-block.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Checkbox } from '../../../ui/kit/forms/checkbox.tsx';
import { TextAreaField } from '../../../ui/kit/forms/text-area-field.tsx';
import { TextField } from '../../../ui/kit/forms/text-field.tsx';
import { SelectField } from '../../select-field.tsx';
import { usePublishingChecked } from '../context/publishing-checked.ts';
import { fieldProblem } from '../problems/field-problem.ts';
import { useProblemSentence } from '../problems/use-problem-sentence.ts';

type Value = string | number | boolean | undefined;

interface SiteBlockInputProps {
  field: SiteBlockField;
  value: Value;
  canEdit: boolean;
  onWrite: (value: Value) => void;
}

/** The control of one field of a block of the site. */
export function SiteBlockInput({ field, value, canEdit, onWrite }: SiteBlockInputProps) {
  const t = useTranslations('editor');
  const { code } = useLocale();
  const [typed, setTyped] = useTyped(value);
  const errors = useErrors(field, value);
  const label = field.labels[code] ?? field.key;
  const common = { name: field.key, label, errors };
  const typing = {
    ...common,
    value: typed,
    readOnly: !canEdit,
    required: field.required,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setTyped(currentTarget.value);
      onWrite(written(field, currentTarget.value));
    },
  };
  switch (field.kind) {
    case 'text':
      return field.multiline ? <TextAreaField rows={3} {...typing} /> : <TextField {...typing} />;
    case 'url':
      return <TextField {...typing} type="url" inputMode="url" placeholder="https://" dir="ltr" />;
    case 'number':
      return <TextField {...typing} type="number" step="any" inputMode="decimal" />;
    case 'date':
      return <TextField {...typing} type="date" />;
    case 'boolean':
      return (
        <Checkbox
          {...common}
          checked={value === true}
          disabled={!canEdit}
          onChange={({ currentTarget }) => onWrite(currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...common}
          value={typeof value === 'string' ? value : ''}
          disabled={!canEdit}
          onChange={({ currentTarget }) => onWrite(written(field, currentTarget.value))}
          none={t('fields.none')}
          choices={field.choices.map((choice) => ({ value: choice.value, label: choice.labels[code] ?? choice.value }))}
        />
      );
  }
}

/** What a control says. Emptied words stay, to be written in this language; an emptied value is gone. */
function written(field: SiteBlockField, text: string): Value {
  if (text === '') return isInWords(field) ? '' : undefined;
  return field.kind === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Shows input immediately: the editor updates it too late for the caret to keep its position. */
function useTyped(value: Value): [string, (text: string) => void] {
  const stored = value === undefined ? '' : String(value);
  const [typed, setTyped] = useState(stored);
  useEffect(() => setTyped(stored), [stored]);
  return [typed, setTyped];
}

/** What is missing counts as an error once the person asks what publishing needs. */
function useErrors(field: SiteBlockField, value: Value): string[] {
  const t = useTranslations('editor.problems');
  const sentence = useProblemSentence();
  const isChecked = usePublishingChecked();
  if (value === undefined || value === '') return field.required && isChecked ? [t('required')] : [];
  if (isValidValue(field, value)) return [];
  if (field.kind === 'url') return [field.hosts ? t('addressAt', { hosts: field.hosts.join(', ') }) : t('address')];
  const problem = fieldProblem({ localized: false, ...field }, value);
  return [problem ? sentence(problem) : t('invalid')];
}
