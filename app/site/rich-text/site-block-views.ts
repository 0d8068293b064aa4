import type { ReactNode } from 'react';
import type { Locale } from '#core/locales/locale.ts';
import type { SiteBlockContents } from '#core/site-blocks/site-block.ts';
import type { CardData } from '../cards/card-data.ts';
import type { CoverData } from '../pictures/picture-data.ts';

/** What the view of a block of the site gets. Required fields are there: a block without them is not shown. */
export interface SiteBlockProps {
  /** By field, those of pictures, links and items apart. */
  contents: SiteBlockContents;
  /** The labels of chosen values and topics by field, in the language of the page. */
  labels: { [field: string]: string };
  /** Pictures by field. */
  pictures: { [field: string]: CoverData };
  /** Where links lead by field; without those to items that are not public in the language. */
  links: { [field: string]: string };
  /** Cards of items by field; without those that are not public in the language. */
  cards: { [field: string]: CardData[] };
  /** The language of the page. */
  locale: Locale;
}

export type SiteBlockView = (props: SiteBlockProps) => ReactNode;

/** The view of each block, by its key: the default exports of `blocks/{key}.tsx`. */
export const siteBlockViews: { readonly [kind: string]: SiteBlockView } = Object.fromEntries(
  Object.entries(import.meta.glob<SiteBlockView>('../../../blocks/*.tsx', { eager: true, import: 'default' })).map(
    ([path, view]) => [path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length), view],
  ),
);
