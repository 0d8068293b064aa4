import { createContext, useContext } from 'react';
import { useTranslations } from 'use-intl';
import { itemOfLink } from '#core/rich-text/link-target.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import { useTakesFocus } from '../../ui/kit/focus-when-rendered.ts';
import type { LanguageDifferences, ShownDifference } from './compare-sides.ts';
import type { RevisionsData } from './read-revisions.ts';
import type { FormNote, WordRun } from './word-runs.ts';

/** Titles of items linked from changed words, by id. */
const LinkTitles = createContext<{ [itemId: string]: string }>({});

/** The differences between two entries of the history, by language. */
export function ComparisonView({ comparison }: { comparison: NonNullable<RevisionsData['comparison']> }) {
  const t = useTranslations('publishing.revisions');
  // The result is above its form, so it takes the focus. Not again for the same two entries, for example after another form.
  const takesFocus = useTakesFocus<HTMLHeadingElement>(undefined, `${comparison.before}\n${comparison.after}`);
  return (
    <section aria-labelledby="comparison" className="mt-6">
      <h2
        {...takesFocus}
        id="comparison"
        data-takes-focus
        className="scroll-mt-24 font-semibold text-h3 focus:outline-none"
      >
        {t('comparing')}
      </h2>
      <dl className="mt-2 grid gap-x-4 sm:grid-cols-[auto_1fr]">
        <dt className="font-medium">{t('from')}</dt>
        <dd>{comparison.before}</dd>
        <dt className="font-medium">{t('to')}</dt>
        <dd>{comparison.after}</dd>
      </dl>
      <LinkTitles value={comparison.linkTitles}>
        {comparison.shared.length > 0 && (
          <section aria-labelledby="comparison-shared" className="mt-5">
            <h3 id="comparison-shared" className="font-semibold">
              {t('shared')}
            </h3>
            <DifferenceList differences={comparison.shared} />
          </section>
        )}
        {comparison.languages.map((language) => (
          <LanguageComparison key={language.code} language={language} />
        ))}
      </LinkTitles>
    </section>
  );
}

function LanguageComparison({
  language: { code, tag, name, differences, unchanged, further },
}: {
  language: LanguageDifferences;
}) {
  const t = useTranslations('publishing.revisions');
  const headingId = `comparison-${code}`;
  return (
    <section aria-labelledby={headingId} className="mt-5">
      <h3 id={headingId} className="font-semibold first-letter:uppercase">
        {name}
      </h3>
      {!differences && <p className="mt-1 text-ink-soft">{t('onlyOne')}</p>}
      {differences?.length === 0 && further === 0 && <p className="mt-1 text-ink-soft">{t('same')}</p>}
      {differences && differences.length + further > 0 && (
        <>
          <DifferenceList differences={differences} tag={tag} />
          {further > 0 && <p className="mt-2 text-ink-soft">{t('further', { count: further })}</p>}
          {unchanged > 0 && <p className="mt-2 text-fine text-ink-soft">{t('unchanged', { count: unchanged })}</p>}
        </>
      )}
    </section>
  );
}

/** @param tag language of the text, if it has one */
function DifferenceList({ differences, tag }: { differences: readonly ShownDifference[]; tag?: string }) {
  return (
    <ul className="mt-2 grid gap-2">
      {differences.map((difference) => (
        <li key={difference.key} className="rounded-card border border-line bg-raised p-4">
          <DifferenceView difference={difference} tag={tag} />
        </li>
      ))}
    </ul>
  );
}

function DifferenceView({ difference, tag }: { difference: ShownDifference; tag: string | undefined }) {
  const t = useTranslations('publishing.revisions');
  const { label, difference: kind, words, isCoarse, mediaBefore, mediaAfter, areFiles = false } = difference;
  const hasMedia = mediaBefore.length + mediaAfter.length > 0;
  return (
    <>
      <p className="text-fine">
        <strong>{label}</strong> <span className="text-ink-soft">· {t(`differences.${kind}`)}</span>
      </p>
      {isCoarse && <p className="mt-1 text-ink-soft">{t('coarse')}</p>}
      {words.length > 0 && (
        <p lang={tag} className="mt-1 whitespace-pre-line wrap-anywhere">
          {words.map((run, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity but their position
            <WordRunView key={index} run={run} next={words[index + 1]} />
          ))}
        </p>
      )}
      {words.length === 0 && !hasMedia && <p className="mt-1 text-ink-soft">{t('formOnly')}</p>}
      {areFiles && (
        <p className="mt-2 flex flex-wrap gap-x-4">
          {(['fileBefore', 'fileAfter'] as const).map((name) =>
            (name === 'fileBefore' ? mediaBefore : mediaAfter).map((media) => (
              <a key={`${name} ${media}`} href={`/files/${media}/file`} className="link-quiet">
                {t(name)}
              </a>
            )),
          )}
        </p>
      )}
      {hasMedia && !areFiles && (
        <div className="mt-2 flex flex-wrap gap-4">
          {mediaBefore.map((media) => (
            <img
              key={media}
              src={`/files/${media}/320.webp`}
              alt={t('mediaBefore')}
              className="max-h-40 rounded-control opacity-60"
            />
          ))}
          {mediaAfter.map((media) => (
            <img
              key={media}
              src={`/files/${media}/320.webp`}
              alt={t('mediaAfter')}
              className="max-h-40 rounded-control"
            />
          ))}
        </div>
      )}
    </>
  );
}

/**
 * Deleted words are struck through and inserted ones underlined; both are announced by screen readers, and format changes are
 * described in text.
 */
function WordRunView({ run: { text, change, notes = [] }, next }: { run: WordRun; next: WordRun | undefined }) {
  const t = useTranslations('publishing.revisions');
  const { language } = useLocale();
  if (change === 'same') {
    if (notes.length === 0) return text;
    return (
      <>
        <span className="underline decoration-2 decoration-dotted underline-offset-4">{text}</span>
        <FormNotes notes={notes} next={next} />
      </>
    );
  }
  const Tag = change === 'added' ? 'ins' : 'del';
  return (
    <>
      <Tag className={change === 'added' ? 'text-success underline decoration-2' : 'text-danger line-through'}>
        <span lang={language} className="sr-only">
          {t(change === 'added' ? 'addedWords' : 'removedWords')}{' '}
        </span>
        {text}
      </Tag>
      {notes.length > 0 && <FormNotes notes={notes} next={next} />}
    </>
  );
}

/** Changes of formatting of the preceding words. */
function FormNotes({ notes, next }: { notes: readonly FormNote[]; next: WordRun | undefined }) {
  const { language } = useLocale();
  const phrase = useNotePhrase();
  return (
    <span lang={language} className="text-fine text-ink-soft">
      {' '}
      ({notes.map(phrase).join('; ')}){/^[\p{L}\p{N}]/u.test(next?.text ?? '') && ' '}
    </span>
  );
}

function useNotePhrase(): (note: FormNote) => string {
  const t = useTranslations('publishing.revisions');
  const titles = useContext(LinkTitles);
  const addressOf = (href: string): string => {
    const id = itemOfLink(href);
    const title = id === undefined ? undefined : titles[id];
    if (title === undefined) return href;
    const place = href.slice(`item:${id}`.length);
    return t('links.item', { title, place: place === '' ? '' : ` ${place}` });
  };
  return (note) => {
    if (note.mark !== 'link') return t(`marks.${note.mark}.${note.state}`);
    return note.state === 'changed'
      ? t('links.changed', { before: addressOf(note.before), after: addressOf(note.after) })
      : t(`links.${note.state}`, { address: addressOf(note.href) });
  };
}
