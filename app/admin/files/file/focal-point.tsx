import { useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { type Focus, MIDDLE } from '#core/media/picture-variants.ts';
import { Picture } from '../../../site/pictures/picture.tsx';
import type { PictureData } from '../../../site/pictures/picture-data.ts';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { FocusPicker } from '../focus-picker.tsx';

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
          <FocusPicker
            focus={focus}
            onChange={setFocus}
            words={{
              axes: { x: t('focusAxes.x'), y: t('focusAxes.y') },
              at: (percent) => t('focusAt', { percent }),
            }}
          >
            <Picture picture={picture} alt="" sizes="(min-width:64rem) 40rem, 100vw" priority="auto" />
          </FocusPicker>
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
