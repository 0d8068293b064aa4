import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { answerHeaders } from '../../account/answer-form.ts';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { noRouteMatches, readPageRequest } from '../page-request.ts';
import { answerContact } from './answer-contact.ts';
import type { ContactAnswer } from './contact-form-data.ts';
import { ContactView } from './contact-view.tsx';
import { readContactPage } from './read-contact-page.ts';

export const handle: RouteHandle = { layout: 'default' };

export async function loader(args: LoaderFunctionArgs) {
  const page = await readContactPage(readPageRequest(args));
  if (!page) throw noRouteMatches(args.request);
  return page;
}

export const action = answerContact;

export const headers = answerHeaders;

export const clientLoader = pageClientLoader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function ContactRoute() {
  return <ContactView page={useLoaderData<typeof loader>()} answer={useAnswer<ContactAnswer>()} />;
}
