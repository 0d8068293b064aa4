import type { PageRequest } from '../page-request.ts';
import { createPageHead, inEveryLanguage, type PageHead, type PageHeadInput } from './page-head.ts';

/**
 * The metadata of a page that is written as code (`pages` in `site.config.ts`): its title there, and its address in every language.
 * @param input.description of this page, for search engines
 */
export function ownPageHead(
  { services, locale, path }: PageRequest,
  input: Pick<PageHeadInput, 'description' | 'image' | 'jsonLd'>,
): PageHead {
  const title = services.config.pages?.[path.slice(1)]?.[locale] ?? '';
  return createPageHead(services, locale, { title, published: inEveryLanguage(services, path), ...input });
}
