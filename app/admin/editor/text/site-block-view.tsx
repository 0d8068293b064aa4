import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { siteBlockAttributesOf } from '#core/rich-text/rich-text.ts';
import { isValidValue } from '#core/site-blocks/read-site-block.ts';
import { isInWords, type SiteBlockField } from '#core/site-blocks/site-block.ts';
import removeIcon from '~icons/lucide/trash-2';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { Checkbox } from '../../../ui/kit/forms/checkbox.tsx';
import { TextField } from '../../../ui/kit/forms/field.tsx';
import { LineField } from '../../../ui/kit/forms/line-area.tsx';
import { TextAreaField } from '../../../ui/kit/forms/text-area-field.tsx';
import { SelectField } from '../../select-field.tsx';
import { useDesk, usePublishingChecked } from '../context/desk-context.tsx';
import { ItemsField } from '../links/items-field.tsx';
import { LinkField } from '../links/link-field.tsx';
import { MediaField } from '../links/media-field.tsx';
import { fieldProblem, useProblemSentence } from '../problems/field-problem.ts';
import { removeNode } from './text-editor.ts';

type Value = string | number | boolean | undefined;

interface SiteBlockInputProps {
  field: SiteBlockField;
  value: Value;
  canEdit: boolean;
  onWrite: (value: Value) => void;
}

/** A block of the site in the text: a form of its fields. Readers see its own view, which the preview shows. */
export function SiteBlockView({ node, editor, selected, updateAttributes, getPos }: NodeViewProps) {
  const t = useTranslations('editor.siteBlock');
  const id = useId();
  const { language, direction } = useLocale();
  const { blocks } = useDesk();
  const { kind, values, words } = siteBlockAttributesOf({ attrs: node.attrs });
  const definition = blocks.find(({ key }) => key === kind);
  const label = definition?.label ?? kind;
  const canEdit = editor.isEditable;

  function write(field: SiteBlockField, value: string | number | boolean | undefined) {
    const group = isInWords(field) ? 'words' : 'values';
    const other = isInWords(field) ? 'values' : 'words';
    const own: { [name: string]: unknown } = { ...(group === 'words' ? words : values) };
    const rest: { [name: string]: unknown } = { ...(other === 'words' ? words : values) };
    // The definition may have moved it to the other group.
    delete rest[field.key];
    if (value === undefined) delete own[field.key];
    else own[field.key] = value;
    updateAttributes({ [group]: own, [other]: rest });
  }

  return (
    <NodeViewWrapper
      role="group"
      contentEditable={false}
      lang={language}
      dir={direction}
      aria-labelledby={`${id}-label`}
      className={`my-6 rounded-control border border-line bg-sunken p-3 font-sans text-base text-ink leading-normal sm:p-4 ${selected ? 'outline-2 outline-focus outline-offset-4' : ''}`}
    >
      <div className="flex items-center gap-2.5" data-drag-handle="">
        {definition?.icon && <Icon icon={definition.icon} className="text-[1.25rem] text-ink-soft" />}
        <p id={`${id}-label`} className="m-0 min-w-0 flex-1 break-words font-medium">
          {definition ? label : t('unknown', { kind })}
        </p>
        {canEdit && (
          <button
            type="button"
            aria-label={t('remove', { block: label })}
            className={iconButtonStyle}
            onClick={() => removeNode(editor, getPos())}
          >
            <Icon icon={removeIcon} />
          </button>
        )}
      </div>
      {definition ? (
        <div className="mt-2 grid gap-4">
          {definition.fields.map((field) => {
            const [own, other] = isInWords(field) ? [words, values] : [values, words];
            return (
              <SiteBlockInput
                key={field.key}
                field={field}
                value={own[field.key] ?? other[field.key]}
                canEdit={canEdit}
                onWrite={(value) => write(field, value)}
              />
            );
          })}
        </div>
      ) : (
        <p className="mt-1 mb-0 text-fine text-ink-soft">{t('unknownWhy')}</p>
      )}
    </NodeViewWrapper>
  );
}

/** The control of one field of a block of the site. */
function SiteBlockInput({ field, value, canEdit, onWrite }: SiteBlockInputProps) {
  const t = useTranslations('editor');
  const { code } = useLocale();
  const { tags } = useDesk();
  const [typed, setTyped] = useTyped(value);
  const errors = useErrors(field, value);
  const label = field.labels[code] ?? field.key;
  const hint = field.hints?.[code];
  const common = { name: field.key, label, hint, errors };
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
  const choosing = { label, hint, errors, value, canEdit, onWrite: (next: unknown) => onWrite(next as Value) };
  switch (field.kind) {
    case 'media':
      return <MediaField {...choosing} />;
    case 'link':
      return <LinkField {...choosing} />;
    case 'items':
      return <ItemsField {...choosing} field={field} />;
    case 'text':
      return field.multiline ? <TextAreaField rows={3} {...typing} /> : <LineField {...typing} />;
    case 'url':
      return <LineField {...typing} inputMode="url" placeholder="https://" dir="ltr" />;
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
    case 'topic':
    case 'choice':
      return (
        <SelectField
          {...common}
          value={typeof value === 'string' ? value : ''}
          disabled={!canEdit}
          onChange={({ currentTarget }) => onWrite(written(field, currentTarget.value))}
          none={t('fields.none')}
          choices={
            field.kind === 'topic'
              ? tags
              : field.choices.map((choice) => ({ value: choice.value, label: choice.labels[code] ?? choice.value }))
          }
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
  if (field.kind === 'topic' || field.kind === 'media' || field.kind === 'link' || field.kind === 'items') {
    return [t('invalid')];
  }
  if (field.kind === 'url') return [field.hosts ? t('addressAt', { hosts: field.hosts.join(', ') }) : t('address')];
  const problem = fieldProblem({ localized: false, ...field }, value);
  return [problem ? sentence(problem) : t('invalid')];
}
