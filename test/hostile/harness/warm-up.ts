import { canonicalPaths } from '../../helpers/data-folders/sample-site.ts';
import { ask } from './ask.ts';
import type { HostileSite } from './prepare-site.ts';
import type { Victim } from './start-victim.ts';

/** Concurrent requests. */
const AT_ONCE = 4;

/** Pages of the admin area that load most of its modules. */
const ADMIN_PATHS = ['/admin', '/admin/items/articles', '/admin/health', '/admin/people'];

/**
 * Requests each public page and some others once, so that modules and caches are loaded before measuring. @throws Error for a
 * response of 500 and above
 */
export async function warmUp({ origin }: Victim, site: HostileSite): Promise<void> {
  const owner = { cookie: site.cookies.owner };
  const program = { authorization: `Bearer ${site.tokens.editor}` };
  const asked: [path: string, headers?: { [name: string]: string }][] = [
    ...canonicalPaths().map(({ path }): [string] => [path]),
    ...ADMIN_PATHS.map((path): [string, typeof owner] => [path, owner]),
    [`/admin/items/articles/${site.draft}`, owner],
    [`/media/${site.media.small}/320.webp`],
    ['/search?q=torax'],
    ['/no-such-page'],
    ['/api/v1/items', program],
    ['/api/v1/openapi.json'],
  ];
  const next = asked.values();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const [path, headers = {}] of next) {
      const answer = await ask(origin + path, { headers });
      await answer.arrayBuffer();
      if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
    }
  });
  await Promise.all(workers);
}
