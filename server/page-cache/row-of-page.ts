import type { CachedPage, PageParts } from './cached-page.ts';
import type { PageAddress } from './page-address.ts';
import type { PageRow } from './page-file.ts';

/** What the file has of a page as JSON. */
interface About extends Omit<PageParts, 'payload' | 'full'> {
  address: PageAddress;
  full: Omit<PageParts['full'], 'body'>;
}

/** A cached page as the file has it. */
export function packPage(page: CachedPage): PageRow {
  const { address } = page;
  const { payload, full, ...parts } = page.parts();
  const { body, ...form } = full;
  const about: About = { address, ...parts, full: form };
  return {
    key: address.key,
    canonical: address.canonical ? address.pathname : undefined,
    about: JSON.stringify(about),
    reads: JSON.stringify(page.reads?.list() ?? { documents: [], queries: [] }),
    payload,
    body,
  };
}

/** The page that `packPage` was given. */
export function unpackPage(
  about: string,
  { payload, body }: Pick<PageRow, 'payload' | 'body'>,
): { address: PageAddress; parts: PageParts } {
  const { address, full, ...parts } = JSON.parse(about) as About;
  return { address, parts: { ...parts, payload, full: { ...full, body } } };
}

/** The address of the page that `packPage` was given. */
export function addressIn(about: string): PageAddress {
  return (JSON.parse(about) as About).address;
}
