import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Map as SharedMap } from 'yjs';
import type { FieldDefinition } from '#core/content/content-type.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import { Checkbox } from '../../../ui/kit/forms/checkbox.tsx';
import { TextField } from '../../../ui/kit/forms/text-field.tsx';
import { SelectField } from '../../select-field.tsx';
import { LinkPicker } from '../links/link-picker.tsx';
import { PictureFileField } from '../pictures/picture-file-field.tsx';
import { fieldProblem } from './field-problem.ts';
import { useProblemSentence } from './use-problem-sentence.ts';
import { useSharedMember } from './use-shared-value.ts';

interface ValueFieldProps {
  /** Holds the value under `name`, or under the field's key. */
  map: SharedMap<unknown>;
  name?: string;
  field: FieldDefinition;
  label: string;
  canEdit: boolean;
  onOwnChange?: (() => void) | undefined;
}

/** A field whose value is replaced as a whole: a number, yes or no, a day, a choice, a picture, another item. */
export function ValueField({ map, name, field, label, canEdit, onOwnChange }: ValueFieldProps) {
  const t = useTranslations('editor.fields');
  const { code } = useLocale();
  const key = name ?? field.key;
  const value = useSharedMember(map, key);
  const sentence = useProblemSentence();
  const problem = fieldProblem(field, value);
  const errors = problem ? [sentence(problem)] : [];
  const write = (next: unknown) => {
    if (next === undefined) map.delete(key);
    else map.set(key, next);
    onOwnChange?.();
  };
  switch (field.kind) {
    case 'number':
      return <NumberInput label={label} errors={errors} value={value} canEdit={canEdit} onWrite={write} />;
    case 'date':
      return (
        <TextField
          name={key}
          type="date"
          label={label}
          errors={errors}
          value={typeof value === 'string' ? value : ''}
          readOnly={!canEdit}
          onChange={({ currentTarget }) => write(currentTarget.value === '' ? undefined : currentTarget.value)}
        />
      );
    case 'boolean':
      return (
        <Checkbox
          name={key}
          label={label}
          errors={errors}
          checked={value === true}
          disabled={!canEdit}
          onChange={({ currentTarget }) => write(currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <SelectField
          name={key}
          label={label}
          errors={errors}
          value={typeof value === 'string' ? value : ''}
          disabled={!canEdit}
          onChange={({ currentTarget }) => write(currentTarget.value === '' ? undefined : currentTarget.value)}
        >
          <option value="">{t('none')}</option>
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.labels[code] ?? choice.value}
            </option>
          ))}
        </SelectField>
      );
    case 'media':
      return (
        <div>
          {typeof value === 'string' && (
            <div className="mb-3 flex items-end gap-3">
              <img src={`/media/${value}/320.webp`} alt="" className="w-40 rounded-control bg-sunken" />
              {canEdit && <ClearButton onClear={() => write(undefined)} />}
            </div>
          )}
          {canEdit && <PictureFileField label={label} onSent={write} />}
        </div>
      );
    case 'relation':
      return <RelationField label={label} type={field.type} value={value} canEdit={canEdit} onWrite={write} />;
    case 'list':
      return <NumbersInput label={label} errors={errors} value={value} canEdit={canEdit} onWrite={write} />;
    default:
      return null;
  }
}

interface InputProps {
  label: string;
  errors?: string[];
  value: unknown;
  canEdit: boolean;
  onWrite: (value: unknown) => void;
}

function NumberInput({ label, errors, value, canEdit, onWrite }: InputProps) {
  return (
    <TextField
      name={label}
      type="number"
      step="any"
      inputMode="decimal"
      label={label}
      errors={errors}
      value={typeof value === 'number' ? value : ''}
      readOnly={!canEdit}
      onChange={({ currentTarget }) =>
        onWrite(Number.isFinite(currentTarget.valueAsNumber) ? currentTarget.valueAsNumber : undefined)
      }
    />
  );
}

/** Several numbers in one field, for lists inside of records. */
function NumbersInput({ label, errors, value, canEdit, onWrite }: InputProps) {
  const t = useTranslations('editor.fields');
  const written = Array.isArray(value) ? value.join(', ') : '';
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      name={label}
      label={label}
      hint={t('numbersHint')}
      errors={errors}
      inputMode="numeric"
      value={typed ?? written}
      readOnly={!canEdit}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const numbers = currentTarget.value
          .split(/[,;\s]+/)
          .filter(Boolean)
          .map(Number);
        if (numbers.every(Number.isFinite)) onWrite(numbers);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function RelationField({ label, type, value, canEdit, onWrite }: InputProps & { type: string }) {
  const t = useTranslations('editor.fields');
  const { code } = useLocale();
  const [open, setOpen] = useState(false);
  const [title, setTitle] = useState<string>();
  return (
    <div>
      <p className="mb-1.5 font-medium">{label}</p>
      <p>{typeof value === 'string' ? (title ?? value) : t('none')}</p>
      {canEdit && (
        <div className="mt-2 flex flex-wrap gap-2">
          <button type="button" className={buttonStyle('plain')} onClick={() => setOpen(true)}>
            {t('choosePage')}
          </button>
          {value !== undefined && <ClearButton onClear={() => onWrite(undefined)} />}
        </div>
      )}
      <Dialog open={open} onOpenChange={setOpen} title={label}>
        <LinkPicker
          language={code}
          type={type}
          onChoose={(href, target) => {
            onWrite(href.replace(/^item:/, ''));
            setTitle(target?.title);
            setOpen(false);
          }}
        />
      </Dialog>
    </div>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const t = useTranslations('editor.fields');
  return (
    <button type="button" className={buttonStyle('quiet')} onClick={onClear}>
      {t('clear')}
    </button>
  );
}
