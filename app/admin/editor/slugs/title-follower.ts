import type { Doc, Text } from 'yjs';
import { isNumbered, proposeSlug } from '#core/content-types/slugs.ts';
import type { Locale } from '#core/locales/locale.ts';

export interface TitleFollower {
  /** Updates the slug after this person changed the title. */
  follow(): void;
  /** Sets a slug on the person's request for a proposal. */
  propose(slug: string): void;
  /** Replaces a proposed slug by another; a typed one stays. */
  stepAside(slug: string, instead: string): void;
  stop(): void;
}

/**
 * Derives the slug from the title until somebody types another one. Compares with the title right before the change, whoever
 * wrote it: this person, another one, or the device's stored copy.
 * @param isFixed whether the slug does not follow the title, because it is public
 * @param pageSlug the only slug that the item can have, as a page that every site has
 */
export function createTitleFollower(
  doc: Doc,
  language: Locale,
  { isFixed = false, pageSlug }: { isFixed?: boolean; pageSlug?: string | undefined } = {},
): TitleFollower {
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
      if (pageSlug !== undefined) {
        if (written !== pageSlug) writeSlug(slug, pageSlug);
        return;
      }
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

/** Replaces a slug. */
function writeSlug(text: Text, slug: string): void {
  text.doc?.transact(() => {
    text.delete(0, text.length);
    text.insert(0, slug);
  });
}
