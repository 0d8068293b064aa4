import { createContext } from 'react';
import type { Locale } from '#core/locales/locale.ts';

/** What the pictures of a text know of the text. */
export const TextPictures = createContext<{
  /** The language of the text; missing outside of one. */
  language?: Locale;
  /** Lets the person choose pictures for the gallery with a key. */
  addToGallery(key: string): void;
}>({ addToGallery: () => {} });
