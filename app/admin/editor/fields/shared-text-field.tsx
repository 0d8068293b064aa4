import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Text } from 'yjs';
import { Field, FieldErrors, inputStyle, useFieldIds } from '../../../ui/kit/forms/field.tsx';
import { LineArea } from '../../../ui/kit/forms/line-area.tsx';
import { plainKey } from '../../../ui/kit/plain-key.ts';
import type { EditedLanguage } from '../context/read-editor.ts';
import { type FieldProblem, textProblem, useProblemSentence, useShownProblem } from '../problems/field-problem.ts';
import { bindSharedText } from './bind-shared-text.ts';
import { useSharedText } from './use-shared-value.ts';

export interface SharedTextFieldProps {
  text: Text;
  label: string;
  hint?: ReactNode;
  canEdit: boolean;
  /** The language of the text; missing if it has none. */
  language?: EditedLanguage | undefined;
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
  /** `title` and `summary` look as on the page, without a visible label; the hint and the count are shown while focused. */
  look?: 'field' | 'title' | 'summary';
  onOwnChange?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
  /** Called by Enter in a single line. */
  onEnter?: () => void;
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
    look = 'field',
  } = props;
  const t = useTranslations('editor.fields');
  const value = useSharedText(text);
  const sentence = useProblemSentence();
  const control = useRef<HTMLTextAreaElement>(null);
  const [problem, noteWritten] = useShownProblem(
    props.problem ?? (most === undefined ? undefined : textProblem(value, most, required && isStarted)),
  );
  const noteOwnChange = useEffectEvent(() => {
    noteWritten();
    props.onOwnChange?.();
  });
  useEffect(() => {
    if (!control.current) return undefined;
    return bindSharedText(control.current, text, { singleLine: !multiline, onOwnChange: () => noteOwnChange() });
  }, [text, multiline]);

  const errors = problem ? [sentence(problem)] : [];
  const count = counts && most !== undefined ? t('count', { count: value.length, most }) : undefined;
  const hint = [props.hint, count].filter(Boolean).length > 0 && (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>{props.hint}</span>
      {count !== undefined && <span>{count}</span>}
    </span>
  );
  const ids = useFieldIds(undefined, { label, hint, errors });
  const shared = {
    ...ids.aria,
    readOnly: !canEdit,
    lang: language?.tag,
    dir: language?.direction,
    className: look === 'field' ? inputStyle : `${PAGE_INPUT} ${LOOKS[look]}`,
    ...(look !== 'field' && { placeholder: label }),
    ...(props.onFocus && { onFocus: props.onFocus }),
    ...(props.onEnter && {
      onKeyDown: (event: KeyboardEvent) => {
        if (plainKey(event) !== 'Enter') return;
        event.preventDefault();
        props.onEnter?.();
      },
    }),
    'aria-required': required || undefined,
  };
  const input = multiline ? (
    // Grows with its text, with a minimum number of rows.
    <textarea
      ref={control}
      rows={rows}
      {...shared}
      className={`${shared.className} field-sizing-content`}
      style={look === 'field' ? { minHeight: `calc(${rows}lh + 1.125rem)` } : undefined}
    />
  ) : (
    <LineArea ref={control} {...shared} {...(props.onEnter && { enterKeyHint: 'next' })} />
  );
  if (look !== 'field') {
    return (
      <PageField label={label} hint={hint} errors={errors} ids={ids} aside={aside}>
        {input}
      </PageField>
    );
  }
  return (
    <div className="relative">
      <Field label={label} hint={hint || undefined} errors={errors} ids={ids}>
        {input}
      </Field>
      {aside && <div className="absolute end-0 top-0">{aside}</div>}
    </div>
  );
}

interface PageFieldProps extends Pick<SharedTextFieldProps, 'label' | 'hint' | 'aside'> {
  errors: string[];
  ids: ReturnType<typeof useFieldIds>;
  /** The input. */
  children: ReactNode;
}

/** A field that looks as on the page. */
function PageField({ label, hint, errors, ids, aside, children }: PageFieldProps) {
  return (
    <div className="group relative">
      <label htmlFor={ids.id} className="sr-only">
        {label}
      </label>
      <div className="flex items-start gap-2">
        {children}
        {aside && <div className="shrink-0 py-2.5">{aside}</div>}
      </div>
      {hint && (
        // Over what follows: the text must not move when the focus comes and goes.
        <p
          id={ids.hintId}
          className="absolute inset-x-0 top-full z-30 hidden rounded-control border border-line bg-raised px-3 py-1 text-fine text-ink-soft shadow-lg group-focus-within:block"
        >
          {hint}
        </p>
      )}
      <FieldErrors id={ids.errorId} errors={errors} />
    </div>
  );
}

const PAGE_INPUT =
  'block w-full min-w-0 resize-none rounded-control border border-transparent bg-transparent px-3.5 text-ink placeholder:text-ink-soft hover:border-line focus:bg-raised aria-invalid:border-danger';

const LOOKS = {
  title: 'min-h-11 py-1 font-semibold text-h3 lg:text-h2',
  summary: 'min-h-11 py-1.5 text-ink-soft text-fine focus:text-ink',
};
