import { useTranslations } from 'use-intl';
import type { EditedLanguage } from '../context/read-editor.ts';
import { SIDES, type TranslationSide } from '../translation/translation-desk.ts';

interface SideSwitchProps {
  languages: { [side in TranslationSide]: EditedLanguage };
  shown: TranslationSide;
  onShow: (side: TranslationSide) => void;
}

/** Chooses the language that is shown where there is space for one. */
export function SideSwitch({ languages, shown, onShow }: SideSwitchProps) {
  const t = useTranslations('editor.page');
  return (
    <fieldset className="desk-switch flex shrink-0 gap-0.5 rounded-control border border-line">
      <legend className="sr-only">{t('languages')}</legend>
      {SIDES.map((side) => (
        <label
          key={side}
          className="relative grid min-h-11 min-w-11 cursor-pointer place-items-center rounded-[0.5rem] px-2 font-medium has-checked:bg-tint has-checked:text-action has-focus-visible:outline-3 has-focus-visible:outline-focus sm:px-3"
        >
          <input
            type="radio"
            name="shown"
            value={side}
            checked={shown === side}
            onChange={() => onShow(side)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span aria-hidden="true" className="uppercase sm:hidden">
            {languages[side].code}
          </span>
          <span className="block first-letter:uppercase max-sm:sr-only">{languages[side].name}</span>
        </label>
      ))}
    </fieldset>
  );
}
