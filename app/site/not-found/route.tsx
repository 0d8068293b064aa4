import type { LoaderFunctionArgs } from 'react-router';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { noRouteMatches } from '../page-request.ts';

/** Catch-all route. */
export function loader({ request }: LoaderFunctionArgs): never {
  throw noRouteMatches(request);
}

export const clientLoader = pageClientLoader;

export default function NotFound() {
  return null;
}
