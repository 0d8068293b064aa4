import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { readContactDetails } from '#core/site/organization-json-ld.ts';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { findPage } from '../page/find-page.ts';
import { PageHeading } from '../page/page-heading.tsx';
import { pageData } from '../page/read-page.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { noRouteMatches, readPageRequest } from '../page-request.ts';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { ContactCard } from './contact-card.tsx';

export const handle: RouteHandle = { layout: 'default' };

export async function loader(args: LoaderFunctionArgs) {
  const page = readPageRequest(args);
  const found = await findPage(page.services, page.locale, 'contact');
  if (!found) throw noRouteMatches(args.request);
  return {
    ...(await pageData(page, found)),
    contact: readContactDetails(found.publication.fields),
  };
}

export const clientLoader = pageClientLoader as unknown as typeof loader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function ContactRoute() {
  const { title, summary, text, contact } = useLoaderData<typeof loader>();
  return (
    <article className="container-page pt-8 pb-16 sm:pt-12 sm:pb-24">
      <PageHeading title={title} summary={summary} />
      <div className="mt-9 grid gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)] lg:gap-16">
        <ContactCard contact={contact} className="lg:order-2" />
        <RichTextView text={text} />
      </div>
    </article>
  );
}
