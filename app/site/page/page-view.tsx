import { ShownFields } from '../fields/shown-fields.tsx';
import { LeadPicture } from '../pictures/picture.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { PageHeading } from './page-heading.tsx';
import { Breadcrumbs, PageSurroundings } from './page-place.tsx';
import type { PageData } from './read-page.ts';

/** A page item: heading, picture, text. @param isFramed whether the layout gives it its margins */
export function PageView({ page, isFramed = false }: { page: PageData; isFramed?: boolean }) {
  return (
    <article className={isFramed ? undefined : 'container-page pt-8 pb-16 sm:pt-12 sm:pb-24'}>
      <div className="wide-pictures max-w-5xl">
        {page.place && page.place.above.length > 0 && (
          <Breadcrumbs home={page.homeHref} above={page.place.above} title={page.title} />
        )}
        <PageHeading title={page.title} summary={page.summary} />
        {page.picture && (
          <LeadPicture picture={page.picture} sizes="(min-width:69rem) 64rem" className="mt-9 aspect-[21/9]" />
        )}
        <RichTextView text={page.text} className="mt-10 sm:mt-12" />
        <ShownFields fields={page.fields} className="mt-10" />
        <PageSurroundings place={page.place} />
      </div>
    </article>
  );
}
