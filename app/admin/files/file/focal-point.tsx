import { useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { type Focus, MIDDLE } from '#core/media/picture-variants.ts';
import { focusAttribute, Picture } from '../../../site/pictures/picture.tsx';
import type { PictureData } from '../../../site/pictures/picture-data.ts';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';

/** The cuts that the site makes: of covers in lists and on pages, and of pictures for social networks. */
const CUTS = { card: 'aspect-[3/2]', page: 'aspect-[21/9]', shared: 'aspect-[1200/630]' } as const;

interface FocalPointProps {
  picture: PictureData;
  /** Id of the bytes that are shown. */
  media: string;
  path: string;
  /** Of bytes that a language has of its own: its code, and what they are. */
  own?: { language: string; label: string };
}

/** Says which point of a picture stays in sight where it is cut: by a press on the picture, or by two sliders. */
export function FocalPoint({ picture, media, path, own }: FocalPointProps) {
  const t = useTranslations('admin.files.file');
  const [focus, setFocus] = useState<Focus>(picture.focus ?? { x: MIDDLE, y: MIDDLE });
  const shown = { ...picture, focus };
  const tenth = (at: number, from: number, size: number) =>
    Math.min(10, Math.max(0, Math.round(((at - from) / Math.max(1, size)) * 10)));
  const heading = own ? `focus-${own.language}` : 'focus';
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="font-semibold text-h3">
        {own ? t('focusOf', { what: own.label }) : t('focus')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('focusLead')}</p>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Form method="post" action={path} className="grid gap-4">
          <input type="hidden" name="intent" value="focus" />
          <input type="hidden" name="media" value={media} />
          {own && <input type="hidden" name="language" value={own.language} />}
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the sliders do the same by keyboard */}
          <div
            {...focusAttribute(focus)}
            className="relative mx-auto w-fit cursor-crosshair overflow-hidden rounded-control bg-sunken [&_img]:max-h-[24rem] [&_img]:w-auto"
            onClick={({ currentTarget, clientX, clientY }) => {
              const { left, top, width, height } = currentTarget.getBoundingClientRect();
              setFocus({ x: tenth(clientX, left, width), y: tenth(clientY, top, height) });
            }}
          >
            <Picture picture={picture} alt="" sizes="(min-width:64rem) 40rem, 100vw" />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute top-[var(--focus-y,50%)] left-[var(--focus-x,50%)] size-8 -translate-1/2 rounded-full border-3 border-white bg-action/40 shadow-[0_0_0_2px_#000]"
            />
          </div>
          {(['x', 'y'] as const).map((axis) => (
            <label key={axis} className="grid gap-1">
              <span className="font-medium">{t(`focusAxes.${axis}`)}</span>
              <input
                type="range"
                name={axis}
                min={0}
                max={10}
                value={focus[axis]}
                aria-valuetext={t('focusAt', { percent: focus[axis] * 10 })}
                className="min-h-11 w-full accent-action"
                onChange={({ currentTarget }) => {
                  const at = currentTarget.valueAsNumber;
                  setFocus((before) => ({ ...before, [axis]: at }));
                }}
              />
            </label>
          ))}
          <div>
            <SubmitButton tone="plain" name="focused" value="yes">
              {t('saveFocus')}
            </SubmitButton>
          </div>
        </Form>
        <ul className="grid grid-cols-2 gap-4" aria-label={t('cuts')}>
          {(['card', 'shared', 'page'] as const).map((cut) => (
            <li key={cut} className={cut === 'page' ? 'col-span-2' : ''}>
              <figure>
                <Picture
                  picture={shown}
                  alt=""
                  sizes="20rem"
                  className={`w-full rounded-control object-cover ${CUTS[cut]}`}
                />
                <figcaption className="mt-1 text-fine text-ink-soft">{t(`cut.${cut}`)}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
