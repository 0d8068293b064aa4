import type { Locale } from '#core/locales/locale.ts';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';

interface LanguageChoiceProps {
  legend: string;
  languages: readonly { code: Locale; name: string }[];
  /** Initially selected. */
  chosen: readonly Locale[];
}

/** A selection of the item's languages. */
export function LanguageChoice({ legend, languages, chosen }: LanguageChoiceProps) {
  return (
    <fieldset>
      <legend className="font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {languages.map(({ code, name }) => (
          <Checkbox key={code} name="languages" value={code} label={name} defaultChecked={chosen.includes(code)} />
        ))}
      </div>
    </fieldset>
  );
}
