import type { LoaderFunctionArgs } from 'react-router';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { leadOn, noRouteMatches, readPageRequest } from '../page-request.ts';

/** Catch-all route. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  throw await leadOn(readPageRequest(args), args.request, noRouteMatches(args.request));
}

export const clientLoader = pageClientLoader;

export default function NotFound() {
  return null;
}
