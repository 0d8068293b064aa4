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
  /** Of what is written; missing for what has no language. */
  language?: EditedLanguage;
  multiline?: boolean;
  rows?: number;
  /** Most characters. They can be exceeded, which is told; nothing that somebody writes is cut. */
  most?: number;
  required?: boolean;
  /** Whether a lack of it is a fault by now; not in a language that nobody began to write. */
  isStarted?: boolean;
  /** Shows how many characters there are. */
  counts?: boolean;
  /** What is wrong beside the length. */
  problem?: FieldProblem | undefined;
  /** Beside the label. */
  aside?: ReactNode;
  id?: string;
  onOwnChange?: () => void;
  onFocus?: () => void;
}

/** A field that several people write in at once. */
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
          // As high as what it says, and never lower than its rows.
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
