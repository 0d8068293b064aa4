import { type ReactNode, useId } from 'react';
import { FieldErrors } from '../../../ui/kit/forms/field.tsx';

interface ChoiceChipsProps<Value> {
  label: string;
  hint?: string | undefined;
  choices: readonly { value: Value; label: string }[];
  isChosen(value: Value): boolean;
  canEdit: boolean;
  onChoose: (value: Value, isChosen: boolean) => void;
  errors?: readonly string[] | undefined;
  /** Shown beside the label. */
  aside?: ReactNode;
  onFocus?: (() => void) | undefined;
}

/** Several of a few choices: a button for each, which is pressed or not. */
export function ChoiceChips<Value extends string | number>({
  label,
  hint,
  choices,
  isChosen,
  canEdit,
  onChoose,
  errors,
  aside,
  onFocus,
}: ChoiceChipsProps<Value>) {
  const errorId = useId();
  const hintId = useId();
  const described = [hint && hintId, errors?.length && errorId].filter(Boolean).join(' ');
  return (
    <fieldset className="relative" aria-describedby={described || undefined} onFocus={onFocus}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      {aside && <div className="absolute end-0 top-0">{aside}</div>}
      {hint && (
        <p id={hintId} className="-mt-1 mb-2 text-fine text-ink-soft">
          {hint}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong px-3 has-checked:border-action has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              checked={isChosen(choice.value)}
              disabled={!canEdit}
              onChange={({ currentTarget }) => onChoose(choice.value, currentTarget.checked)}
              className="choice-mark"
            />
            {choice.label}
          </label>
        ))}
      </div>
      <FieldErrors id={errorId} errors={errors} />
    </fieldset>
  );
}
