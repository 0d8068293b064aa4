import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Awareness } from 'y-protocols/awareness';
import type { Doc, Array as SharedArray, Map as SharedMap } from 'yjs';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { DRAFT_FIELDS, fieldName } from '#core/drafts/draft-shape.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { fieldProblem } from '../problems/field-problem.ts';
import { RichTextField } from '../text/rich-text-field.tsx';
import { BrandColorField } from './brand-color-field.tsx';
import { ListField } from './list-field.tsx';
import { SharedTextField } from './shared-text-field.tsx';
import { useSharedText } from './use-shared-value.ts';
import { ValueField } from './value-field.tsx';
import { WeekdayList } from './weekdays-field.tsx';

interface TypeFieldProps {
  field: FieldDefinition;
  doc: Doc;
  awareness: Awareness;
  canEdit: boolean;
  /** For a localized field. */
  language?: EditedLanguage;
  /** Shown beside the label. */
  aside?: ReactNode;
  onOwnChange?: () => void;
  onFocus?: () => void;
}

/** A field of the content type, with the control for its kind. */
export function TypeField(props: TypeFieldProps) {
  const { field, doc, awareness, canEdit, language, aside, onOwnChange, onFocus } = props;
  const label = useFieldLabel(field);
  const hint = useFieldHint(field, language);
  switch (field.kind) {
    case 'text':
      return <TextTypeField {...props} field={field} label={label} hint={hint} />;
    case 'rich-text':
      return (
        <fieldset className="relative min-w-0" onFocus={onFocus}>
          <legend className="mb-1.5 font-medium">{label}</legend>
          {language && (
            <RichTextField
              doc={doc}
              name={fieldName(field.key)}
              awareness={awareness}
              language={language}
              canEdit={canEdit}
              label={label}
              onOwnChange={onOwnChange}
            />
          )}
          {aside && <div className="absolute end-0 top-0">{aside}</div>}
        </fieldset>
      );
    case 'list':
      if (field.of === 'weekday') {
        return (
          <WeekdayList
            list={doc.getArray(fieldName(field.key)) as SharedArray<SharedMap<unknown>>}
            field={field}
            label={label}
            hint={hint}
            canEdit={canEdit}
            aside={aside}
            onFocus={onFocus}
            onOwnChange={onOwnChange}
          />
        );
      }
      return (
        <ListField
          list={doc.getArray(fieldName(field.key)) as SharedArray<SharedMap<unknown>>}
          of={field.of}
          field={field}
          label={label}
          hint={hint}
          canEdit={canEdit}
          aside={aside}
          language={language}
          onOwnChange={onOwnChange}
          onFocus={onFocus}
        />
      );
    default:
      return (
        <ValueField
          map={doc.getMap(DRAFT_FIELDS)}
          field={field}
          label={label}
          hint={hint}
          canEdit={canEdit}
          onOwnChange={onOwnChange}
          {...(field.kind === 'time' && { former: doc.getText(fieldName(field.key)) })}
        />
      );
  }
}

interface TextTypeFieldProps extends TypeFieldProps {
  field: Extract<FieldDefinition, { kind: 'text' }>;
  label: string;
  hint: string | undefined;
}

function TextTypeField({ field, doc, awareness: _, ...control }: TextTypeFieldProps) {
  const text = doc.getText(fieldName(field.key));
  const value = useSharedText(text);
  const Input = field.format === 'brand-color' ? BrandColorField : SharedTextField;
  return (
    <Input
      {...control}
      text={text}
      multiline={field.multiline ?? false}
      most={field.maxLength ?? CONTENT_LIMITS.fieldText}
      problem={fieldProblem(field, value)}
      required={field.required ?? false}
    />
  );
}

/** The label of a field in the page's language, with its unit. */
function useFieldLabel(field: FieldDefinition): string {
  const { code, language } = useLocale();
  const t = useTranslations('editor.fields');
  const label = field.labels[code] ?? Object.values(field.labels)[0] ?? field.key;
  if (field.kind !== 'number' || field.unit === undefined) return label;
  try {
    const [unit] = new Intl.NumberFormat(language, { style: 'unit', unit: field.unit, unitDisplay: 'long' })
      .formatToParts(2)
      .filter(({ type }) => type === 'unit');
    return unit ? t('withUnit', { label, unit: unit.value }) : label;
  } catch {
    return t('withUnit', { label, unit: field.unit });
  }
}

/** What a field is for, and what stands for it while it is empty. */
function useFieldHint({ key, hints }: FieldDefinition, language?: EditedLanguage): string | undefined {
  const { code } = useLocale();
  const t = useTranslations('editor.fields');
  const value = useDesk().inherited[key]?.[language?.code ?? ''];
  const sentences = [
    hints?.[code] ?? Object.values(hints ?? {})[0],
    value && t('inherited', { value: value.replace(/\.$/, '') }),
  ];
  return sentences.filter(Boolean).join(' ') || undefined;
}
