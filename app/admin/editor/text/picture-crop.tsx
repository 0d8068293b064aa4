import { useTranslations } from 'use-intl';
import { type Focus, MIDDLE } from '#core/media/picture-variants.ts';
import { CROP_RATIOS, readCrop, writeCrop } from '#core/rich-text/node-rules.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { FocusPicker } from '../../files/focus-picker.tsx';

interface PictureCropProps {
  src: string;
  crop: string | null;
  /** What the file of the picture says. */
  focus: Focus | undefined;
  onChange: (crop: string | null) => void;
}

/** Crops a picture where it stands: to a shape, and around a point of its own or that of its file. */
export function PictureCrop({ src, crop, focus: ofFile, onChange }: PictureCropProps) {
  const t = useTranslations('editor.picture.crop');
  const { language, direction } = useLocale();
  const chosen = readCrop(crop);
  const focus = chosen?.focus ?? ofFile ?? { x: MIDDLE, y: MIDDLE };
  return (
    <div lang={language} dir={direction} className="grid gap-3 pt-1 pb-2">
      <fieldset aria-label={t('shape')} className="flex flex-wrap gap-x-1">
        {[undefined, ...CROP_RATIOS].map((ratio) => (
          <button
            key={ratio ?? 'whole'}
            type="button"
            aria-pressed={ratio === chosen?.ratio}
            className={toggleStyle}
            onClick={() => onChange(ratio ? writeCrop({ ...chosen, ratio }) : null)}
          >
            {ratio?.replace(':', ' : ') ?? t('whole')}
          </button>
        ))}
      </fieldset>
      {chosen && (
        <>
          <p className="text-ink-soft">{t('lead')}</p>
          <FocusPicker
            focus={focus}
            onChange={(next) => onChange(writeCrop({ ...chosen, focus: next }))}
            words={{ axes: { x: t('across'), y: t('down') }, at: (percent) => t('at', { percent }) }}
          >
            <img src={src} alt="" />
          </FocusPicker>
          {chosen.focus && (
            <button
              type="button"
              className={`justify-self-start ${buttonStyle('quiet')}`}
              onClick={() => onChange(writeCrop({ ratio: chosen.ratio }))}
            >
              {t('asFile')}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** A button that is on or off, in the tools of a picture. */
export const toggleStyle =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold hover:bg-tint active:bg-sunken aria-pressed:bg-tint aria-pressed:text-action';
