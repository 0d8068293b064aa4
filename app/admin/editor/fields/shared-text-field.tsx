import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Text } from 'yjs';
import { Field, inputStyle, useFieldIds } from '../../../ui/kit/forms/field.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { bindSharedText } from './bind-shared-text.ts';
import { type FieldProblem, textProblem } from './field-problem.ts';
import { useProblemSentence } from './use-problem-sentence.ts';
import { useSharedText } from './use-shared-value.ts';

export interface SharedTextFieldProps {
  text: Text;
  label: string;
  hint?: ReactNode;
  canEdit: boolean;
  /** The language of the text; missing if it has none. */
  language?: EditedLanguage;
  multiline?: boolean;
  rows?: number;
  /** Maximum characters. Longer texts are reported but never truncated. */
  most?: number;
  required?: boolean;
  /** Whether a missing required text is reported; not in a language that was not started. */
  isStarted?: boolean;
  /** Shows a character count. */
  counts?: boolean;
  /** A validation error other than the length. */
  problem?: FieldProblem | undefined;
  /** Shown beside the label. */
  aside?: ReactNode;
  id?: string;
  onOwnChange?: () => void;
  onFocus?: () => void;
}

/** A text field for collaborative editing. */
export function SharedTextField(props: SharedTextFieldProps) {
  const {
    text,
    label,
    canEdit,
    language,
    multiline = false,
    rows = 3,
    most,
    required = false,
    isStarted = true,
    counts = false,
    aside,
  } = props;
  const t = useTranslations('editor.fields');
  const value = useSharedText(text);
  const sentence = useProblemSentence();
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { onOwnChange } = props;
  const latest = useRef(onOwnChange);
  useEffect(() => {
    latest.current = onOwnChange;
  }, [onOwnChange]);
  useEffect(() => {
    if (!control.current) return undefined;
    return bindSharedText(control.current, text, { singleLine: !multiline, onOwnChange: () => latest.current?.() });
  }, [text, multiline]);

  const problem = props.problem ?? (most === undefined ? undefined : textProblem(value, most, required && isStarted));
  const errors = problem ? [sentence(problem)] : [];
  const count = counts && most !== undefined ? t('count', { count: value.length, most }) : undefined;
  const hint = [props.hint, count].filter(Boolean).length > 0 && (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>{props.hint}</span>
      {count !== undefined && <span>{count}</span>}
    </span>
  );
  const ids = useFieldIds(props.id, { label, hint, errors });
  const shared = {
    ...ids.aria,
    readOnly: !canEdit,
    lang: language?.tag,
    dir: language?.direction,
    className: inputStyle,
    ...(props.onFocus && { onFocus: props.onFocus }),
    'aria-required': required || undefined,
  };
  return (
    <div className="relative">
      <Field label={label} hint={hint || undefined} errors={errors} ids={ids}>
        {multiline ? (
          // Grows with its text, with a minimum number of rows.
          <textarea
            ref={control}
            rows={rows}
            {...shared}
            className={`${inputStyle} field-sizing-content`}
            style={{ minHeight: `calc(${rows}lh + 1.125rem)` }}
          />
        ) : (
          <input ref={control} type="text" {...shared} />
        )}
      </Field>
      {aside && <div className="absolute end-0 top-0">{aside}</div>}
    </div>
  );
}
