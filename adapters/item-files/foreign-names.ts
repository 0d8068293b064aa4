import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { foldToAscii } from '#core/content-types/slugs.ts';
import type { Locale } from '#core/locales/locale.ts';
import { FIXED_PAGES } from '#core/site/reserved-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The language of the site that another program calls by a code, a tag or its name: `es`, `es_MX`, `spanish`, `español`. */
export function localeNamed({ locales }: SiteConfig, name: string): Locale | undefined {
  const wanted = name.toLowerCase().replaceAll('_', '-');
  const spoken = foldToAscii(name);
  const exact = locales.find(
    ({ code, language, name: own }) =>
      code === wanted ||
      language.toLowerCase() === wanted ||
      (spoken !== '' && (foldToAscii(own) === spoken || foldToAscii(ENGLISH_NAMES.of(code) ?? '') === spoken)),
  );
  const family = isLanguageName(name) ? wanted.split('-')[0] : undefined;
  return (exact ?? locales.find(({ code }) => code.split('-')[0] === family))?.code;
}

/** Whether a name is the code of any language: `fr`, `pt-br`. */
export function isLanguageName(name: string): boolean {
  if (!/^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/i.test(name)) return false;
  return ENGLISH_NAMES.of(name.slice(0, name.search(/[-_]|$/))) !== undefined;
}

/** The content type that another program calls by a key, a segment or a label, in the singular or with an s: `post`, `noticias`. */
export function typeNamed({ contentTypes }: SiteConfig, name: string): string | undefined {
  const wanted = foldToAscii(name);
  if (wanted === '') return undefined;
  return contentTypes.find(({ key, segments, labels }) =>
    [key, ...Object.values(segments), ...Object.values(labels.singular), ...Object.values(labels.plural)]
      .map(foldToAscii)
      .some((own) => own === wanted || own === `${wanted}s`),
  )?.key;
}

/** What pages that every site has are called elsewhere. */
const PAGES: { [page in (typeof FIXED_PAGES)[number]]: string } = {
  home: 'home homepage front-page inicio portada pagina-de-inicio',
  faq: 'faq faqs frequently-asked-questions preguntas preguntas-frecuentes',
  about: 'about about-us acerca acerca-de quienes-somos nosotros sobre-nosotros',
  contact: 'contact contact-us contacto contactenos contactanos',
  'privacy-policy':
    'privacy-policy privacy privacidad politica-de-privacidad politica-privacidad aviso-de-privacidad aviso-privacidad',
};

/** The page of every site that a slug names, in one of its languages. */
export function fixedPageNamed(slug: string): string | undefined {
  return FIXED_PAGES.find((page) => PAGES[page].split(' ').includes(foldToAscii(slug)));
}

/**
 * Which groups of posts are pages that every site has: one for each page and language, by their slugs, that of the site before others.
 */
export function fixedPagesAmong(
  posts: readonly { group: string; slug: string; language: Locale }[],
): Map<string, string> {
  const pages = new Map<string, string>();
  const taken = new Set<string>();
  const groups = [...Map.groupBy(posts, ({ group }) => group)].flatMap(([group, own]) => {
    const slugs = own.map(({ slug }) => foldToAscii(slug));
    const page = slugs.map(fixedPageNamed).find((named) => named !== undefined);
    return page
      ? [{ group, page, isOwn: slugs.includes(page), keys: own.map(({ language }) => `${page} ${language}`) }]
      : [];
  });
  for (const { group, page, keys } of groups.sort((a, b) => Number(b.isOwn) - Number(a.isOwn))) {
    if (keys.some((key) => taken.has(key))) continue;
    pages.set(group, page);
    for (const key of keys) taken.add(key);
  }
  return pages;
}

/** The tag of the site with a name or label, or a new one made of the name; `undefined` if the name has no usable letter. */
export function tagNamed({ tags }: SiteConfig, name: string): string | undefined {
  const wanted = foldToAscii(name);
  const known = Object.entries(tags).find(([tag, labels]) =>
    [tag, ...Object.values(labels)].some((own) => foldToAscii(own) === wanted),
  );
  return known?.[0] ?? (wanted.slice(0, CONTENT_LIMITS.tag).replace(/-$/, '') || undefined);
}
