import { capture } from '../measuring/capture.ts';

/** The paths of all pages in the sitemap of a server. */
export async function readSitemap(origin: string): Promise<string[]> {
  const read = async (path: string) => {
    const { body } = await capture(origin + path, 'identity');
    return [...body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  };
  const found = await read('/sitemap.xml');
  const files = found.filter((path) => path.endsWith('.xml'));
  if (files.length === 0) return found;
  return (await Promise.all(files.map(read))).flat();
}
