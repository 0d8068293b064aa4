import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RichTextView } from '../../../site/rich-text/rich-text-view.tsx';
import { DeskBar } from '../../managed-item/desk-bar.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { ReviewBox } from './review-box.tsx';

/** The last snapshot of every language, read-only. @param links to the item's pages, also for a browser without script */
export function SavedTexts({ note, links }: { note: string | undefined; links: ReactNode }) {
  const t = useTranslations('editor.page');
  const tFields = useTranslations('editor.fields');
  const data = useDesk();
  const { author } = data.shared;
  return (
    <>
      <h1 className="sr-only">{data.title}</h1>
      <DeskBar list={data.bar.list} actions={links}>
        {note !== undefined && (
          <p role="status" className="truncate px-1 text-ink-soft">
            {note}
          </p>
        )}
      </DeskBar>
      <ReviewBox />
      {data.item.isTrashed && <p className="mt-3 px-3.5 font-medium text-warning">{t('trashed')}</p>}
      {note === undefined && (
        <p className="mt-4 hidden rounded-control bg-tint px-4 py-3 noscript:block">{t('needsScript')}</p>
      )}
      {author !== undefined && (
        <p className="mt-4">
          <span className="text-ink-soft">{tFields('author')}:</span> {author}
        </p>
      )}
      <div className="mt-4 grid grid-cols-1 gap-8 lg:grid-cols-2">
        {data.languages.map((language) => (
          <section key={language.code} aria-labelledby={`saved-${language.code}`}>
            <h2
              id={`saved-${language.code}`}
              className="mb-3 border-line border-b pb-2 font-semibold first-letter:uppercase"
            >
              {language.name}
            </h2>
            <SavedText language={language} />
          </section>
        ))}
      </div>
    </>
  );
}

/** The last snapshot of one language. */
export function SavedText({ language }: { language: EditedLanguage }) {
  const t = useTranslations('editor.page');
  const tFields = useTranslations('editor.fields');
  const { cover } = useDesk().shared;
  const { saved, name, tag, direction } = language;
  if (!saved) return <p className="text-ink-soft">{t('empty', { language: name })}</p>;
  return (
    <>
      <div lang={tag} dir={direction}>
        <h3 className="font-semibold text-h3">{saved.title}</h3>
        {saved.summary !== '' && <p className="mt-1 mb-4 text-ink-soft">{saved.summary}</p>}
        <RichTextView text={saved.text} />
      </div>
      {saved.author !== '' && (
        <p className="mt-5 border-line border-t pt-5">
          <span className="text-ink-soft">{tFields('ownAuthor')}:</span>{' '}
          <span lang={tag} dir={direction}>
            {saved.author}
          </span>
        </p>
      )}
      {cover !== undefined && <SavedCover media={cover} alt={saved.coverAlt} language={language} />}
    </>
  );
}

/** The cover with its alternative text. */
function SavedCover({ media, alt, language }: { media: string; alt: string; language: EditedLanguage }) {
  const t = useTranslations('editor.fields');
  return (
    <figure className="mt-5 grid gap-3 border-line border-t pt-5 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <img
        src={`/files/${media}/320.webp`}
        alt=""
        className="aspect-video w-28 rounded-control bg-sunken object-contain"
      />
      <figcaption>
        <span className="block font-medium">{t('coverAlt')}</span>
        {alt === '' ? (
          <span className="text-ink-soft">{t('noCoverAlt')}</span>
        ) : (
          <span lang={language.tag} dir={language.direction}>
            {alt}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
