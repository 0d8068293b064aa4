import type { ComponentProps } from 'react';
import openIcon from '~icons/lucide/chevron-down';
import { Icon } from '../ui/icon.tsx';
import { Field, type FieldProps, inputStyle, useFieldIds } from '../ui/kit/forms/field.tsx';

/** An option. */
interface Choice {
  value: string;
  label: string;
}

/** Options with a common label. */
interface ChoiceGroup {
  label: string;
  choices: readonly Choice[];
}

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'aria-describedby' | 'aria-invalid' | 'children'> & {
    name: string;
    choices: readonly (Choice | ChoiceGroup)[];
    /** Label of the empty option; missing if a choice is required. */
    none?: string | undefined;
  };

/** A select field. */
export function SelectField({ label, hidesLabel, hint, errors, id, choices, none, ...select }: SelectFieldProps) {
  const ids = useFieldIds(id, { label, hint, errors });
  return (
    <Field label={label} hidesLabel={hidesLabel} hint={hint} errors={errors} ids={ids}>
      <div className="relative">
        <select {...select} {...ids.aria} className={`${inputStyle} appearance-none text-ellipsis pe-10`}>
          {none !== undefined && <option value="">{none}</option>}
          {choices.map((choice) =>
            'choices' in choice ? (
              <optgroup key={choice.label} label={choice.label}>
                <Options of={choice.choices} />
              </optgroup>
            ) : (
              <Options key={choice.value} of={[choice]} />
            ),
          )}
        </select>
        <Icon
          icon={openIcon}
          className="pointer-events-none absolute inset-y-0 end-3.5 my-auto text-[1.125rem] text-ink-soft"
        />
      </div>
    </Field>
  );
}

function Options({ of }: { of: readonly Choice[] }) {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
