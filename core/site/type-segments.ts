import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';
import type { DocumentReader, DocumentStore } from '../documents/document-store.ts';
import { getDocument, getDocuments, setDocument } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from './site-config.ts';

/**
 * `type-segments/{language}:{segment}`: the type whose addresses begin, or began, with a segment: after it was renamed in the
 * configuration, its former addresses lead to the present ones.
 */
export const typeSegments = defineCollection({
  name: 'type-segments',
  key: (language: Locale, segment: string) => `${language}:${segment}`,
  schema: z.strictObject({ type: z.string() }),
  indexes: [],
  policy: { read: 'public' },
});

/** Stores the segments of the configuration, so that they are known once they are renamed. */
export async function recordSegments(store: DocumentStore, config: SiteConfig): Promise<void> {
  const segments = config.contentTypes
    .filter(({ appearsAs }) => appearsAs === 'collection')
    .flatMap(({ key, segments }) =>
      config.locales.flatMap(({ code }) => {
        const segment = segments[code];
        return segment === undefined ? [] : [{ ref: typeSegments.at(code, segment), type: key }];
      }),
    );
  const stored = await getDocuments(
    store,
    segments.map(({ ref }) => ref),
  );
  const changed = segments.filter(({ type }, index) => stored[index]?.data.type !== type);
  if (changed.length > 0) await store.commit(changed.map(({ ref, type }) => setDocument(ref, { type })));
}

/** The type that a segment formerly belonged to, if it is still a type with a listing. */
export async function formerTypeAt(
  store: DocumentReader,
  config: SiteConfig,
  language: Locale,
  segment: string,
): Promise<string | undefined> {
  const type = (await getDocument(store, typeSegments.at(language, segment)))?.data.type;
  const isThere = config.contentTypes.some(({ key, appearsAs }) => key === type && appearsAs === 'collection');
  return isThere ? type : undefined;
}
