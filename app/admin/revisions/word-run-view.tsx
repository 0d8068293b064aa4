import { createContext, useContext } from 'react';
import { useTranslations } from 'use-intl';
import { itemOfLink } from '#core/rich-text/link-target.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import type { FormNote, WordRun } from './word-runs.ts';

/** Titles of items linked from changed words, by id. */
export const LinkTitles = createContext<{ [itemId: string]: string }>({});

/**
 * Deleted words are struck through and inserted ones underlined; both are announced by screen readers, and format changes are
 * described in text.
 */
export function WordRunView({ run: { text, change, notes = [] }, next }: { run: WordRun; next: WordRun | undefined }) {
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
