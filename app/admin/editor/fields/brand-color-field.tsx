import { type CSSProperties, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { brandProblem, brandScale, contrastOf, darkTint, readColor } from '#core/content-types/brand-scale.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { SharedTextField, type SharedTextFieldProps } from './shared-text-field.tsx';
import { useSharedText } from './use-shared-value.ts';

/** Where the palette begins while there is no color. */
const NO_COLOR = '#006162';

/** A color as a text, with the palette of the browser, the nearest color that can be read, and how the interface looks with it. */
export function BrandColorField(props: SharedTextFieldProps) {
  const t = useTranslations('editor.fields.color');
  const { text, canEdit } = props;
  const color = readColor(useSharedText(text));
  const problem = color && brandProblem(color);
  const palette = useRef<HTMLInputElement>(null);
  function choose(next: string) {
    text.doc?.transact(() => {
      text.delete(0, text.length);
      text.insert(0, next);
    });
    props.onOwnChange?.();
  }
  return (
    <div>
      <SharedTextField {...props} />
      {canEdit && (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <label className="flex min-h-11 items-center gap-2 text-fine">
            <input
              ref={palette}
              type="color"
              value={color ?? NO_COLOR}
              onChange={({ target }) => choose(target.value)}
              className="h-11 w-14 cursor-pointer rounded-control border border-line-strong bg-raised p-1"
            />
            {t('palette')}
          </label>
          {problem && (
            <button
              type="button"
              className={buttonStyle('plain')}
              onClick={() => {
                choose(problem.nearest);
                // The button leaves with the problem. A focused text would open the keyboard of a phone.
                palette.current?.focus();
              }}
            >
              <span aria-hidden="true" className="size-5 rounded-full" style={{ background: problem.nearest }} />
              {t('use', { color: problem.nearest })}
            </button>
          )}
        </div>
      )}
      {color && !problem && <BrandPreview color={color} />}
    </div>
  );
}

/** A button, a link and a notice of the public pages in both modes; not to be pressed. */
function BrandPreview({ color }: { color: string }) {
  const t = useTranslations('editor.fields.color');
  const shades = Object.entries(brandScale(color));
  const variables = Object.fromEntries(shades.map(([shade, value]) => [`--color-meki-teal-${shade}`, value]));
  return (
    <figure className="mt-3">
      <figcaption className="text-fine text-ink-soft">
        {t('preview', { ratio: contrastOf(color, '#ffffff').toFixed(1) })}
      </figcaption>
      <div aria-hidden="true" className="mt-2 flex h-4 overflow-hidden rounded-control">
        {shades.map(([shade, value]) => (
          <span key={shade} className="grow" style={{ background: value }} />
        ))}
      </div>
      <div inert className="mt-2 grid gap-2 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((mode) => (
          <div
            key={mode}
            data-theme={mode}
            style={{ ...variables, ...(mode === 'dark' && { '--tint': darkTint(color) }) } as CSSProperties}
            className="grid gap-3 rounded-card border border-line bg-surface p-4 text-ink"
          >
            <span className={buttonStyle('action')}>{t('button')}</span>
            <span className="text-action underline underline-offset-4">{t('link')}</span>
            <span className="rounded-control bg-tint px-4 py-3 font-medium text-action">{t('notice')}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
