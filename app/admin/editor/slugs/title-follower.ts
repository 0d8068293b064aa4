import type { Doc } from 'yjs';
import { isNumbered, proposeSlug } from '#core/content-types/slugs.ts';
import type { Locale } from '#core/locales/locale.ts';
import { writeSlug } from './write-slug.ts';

export interface TitleFollower {
  /** Brings the slug after the title, right after the person changed that. */
  follow(): void;
  /** Writes a slug because the person asked for a proposal. */
  propose(slug: string): void;
  /** Puts another slug in the place of one that was proposed; one that somebody wrote stays. */
  stepAside(slug: string, instead: string): void;
  stop(): void;
}

/**
 * Keeps a slug in step with the title until somebody writes another one. It follows what the title said right before the
 * change, whoever wrote that: this person, somebody else, or the device with what it kept.
 * @param isFixed whether the slug stays behind the title, since the item is public under it
 */
export function createTitleFollower(doc: Doc, language: Locale, { isFixed = false } = {}): TitleFollower {
  const text = doc.getText('title');
  const slug = doc.getText('slug');
  let title = text.toString();
  let before = title;
  let proposed = isNumbered(slug.toString(), proposeSlug(title, language)) ? slug.toString() : undefined;
  const note = () => {
    before = title;
    title = text.toString();
  };
  text.observe(note);
  const propose = (next: string) => {
    proposed = next;
    writeSlug(slug, next);
  };
  return {
    follow() {
      const written = slug.toString();
      const isOwn = written === '' || written === proposed || written === proposeSlug(before, language);
      if (isOwn && !isFixed) propose(proposeSlug(title, language));
    },
    propose,
    stepAside(from, instead) {
      if (proposed === from && slug.toString() === from) propose(instead);
    },
    stop: () => text.unobserve(note),
  };
}
