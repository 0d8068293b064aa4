import { ShownFields } from '../fields/shown-fields.tsx';
import { LeadPicture } from '../pictures/picture.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { SectionParts } from '../sections/section-parts.tsx';
import { PageHeading } from './page-heading.tsx';
import { Breadcrumbs, PageSurroundings } from './page-place.tsx';
import type { PageData } from './read-page.ts';

/** A page item: heading, picture, text, or its sections. @param isFramed whether the layout gives it its margins */
export function PageView({ page, isFramed = false }: { page: PageData; isFramed?: boolean }) {
  const isOfSections = page.text.doc.content.some(({ attrs }) => attrs?.section);
  if (isOfSections) return <SectionedPageView page={page} />;
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

/** A page whose text has sections: they take its whole width, and a hero at the start stands for its heading. */
function SectionedPageView({ page }: { page: PageData }) {
  return (
    <article>
      {page.place && page.place.above.length > 0 && (
        <div className="container-page pt-8">
          <Breadcrumbs home={page.homeHref} above={page.place.above} title={page.title} />
        </div>
      )}
      <SectionParts text={page.text} heading={<PageHeading title={page.title} summary={page.summary} />} />
      {(page.fields || page.place) && (
        <div className="container-page pb-16 sm:pb-24">
          <ShownFields fields={page.fields} />
          <PageSurroundings place={page.place} />
        </div>
      )}
    </article>
  );
}
