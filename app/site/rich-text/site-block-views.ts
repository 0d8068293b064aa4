import type { ReactNode } from 'react';
import type { Locale } from '#core/locales/locale.ts';
import type { SiteBlockContents } from '#core/site-blocks/site-block.ts';

/** What the view of a block of the site gets. Required fields are there: a block without them is not shown. */
export interface SiteBlockProps {
  /** By field. */
  contents: SiteBlockContents;
  /** The labels of the chosen values by field, in the language of the page. */
  labels: { [field: string]: string };
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
