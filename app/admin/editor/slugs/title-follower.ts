import type { Doc } from 'yjs';
import { proposeSlug } from '#core/content/slugs.ts';
import type { Locale } from '#core/locales/locale.ts';
import { writeSlug } from './write-slug.ts';

export interface TitleFollower {
  /** Brings the slug after the title, right after the person changed that. */
  follow(): void;
  stop(): void;
}

/**
 * Keeps a slug in step with the title until somebody writes another one. It follows what the title said right before the
 * change, whoever wrote that: this person, somebody else, or the device with what it kept.
 */
export function createTitleFollower(doc: Doc, language: Locale): TitleFollower {
  const text = doc.getText('title');
  let title = text.toString();
  let before = title;
  const note = () => {
    before = title;
    title = text.toString();
  };
  text.observe(note);
  return {
    follow() {
      const slug = doc.getText('slug');
      const written = slug.toString();
      if (written === '' || written === proposeSlug(before, language)) writeSlug(slug, proposeSlug(title, language));
    },
    stop: () => text.unobserve(note),
  };
}
