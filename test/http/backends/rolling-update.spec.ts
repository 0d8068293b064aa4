import { startCloud } from '../../helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../../helpers/cloud/start-fireemu.ts';
import { makeOtherBuild } from '../../helpers/servers/other-build.ts';
import { startRoundRobin } from '../../helpers/servers/round-robin.ts';
import { test as base, expect } from '../../helpers/servers/served-test.ts';
import { createSiteHost } from '../../helpers/servers/site-host.ts';

const test = base;
const missing = whyNoFireemu();
test.skip(missing !== undefined, missing);

/** The assets that a page names, also those that only scripts of the admin area load. */
async function assetsOf(origin: string, path: string): Promise<string[]> {
  const text = await (await fetch(origin + path)).text();
  return [...new Set([...text.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([name]) => name))];
}

test('while a site is updated, forward or back, every instance has the assets of all pages', async () => {
  test.setTimeout(180_000);
  const cloud = await startCloud();
  const other = makeOtherBuild();
  const hosts = [createSiteHost(), createSiteHost()] as const;
  const proxy = await startRoundRobin();
  try {
    const variables = { ...cloud.variables, MEKI_SAMPLE: 'false', MEKI_ORIGIN: `http://localhost:${proxy.port}` };
    const old = await hosts[0].startSite(variables);
    const next = await hosts[1].startSite({ ...variables, TEST_BUILD: other.folder });
    const origin = `http://localhost:${proxy.port}`;
    proxy.sendTo([old.origin, next.origin]);

    const pages = await Promise.all([old, next].map((site) => assetsOf(site.origin, '/admin/signin')));
    const named = pages.flat();
    expect(new Set(named).size, 'no asset has a name in both builds').toBe(named.length);
    expect(Math.min(...pages.map((assets) => assets.length))).toBeGreaterThan(3);
    // Asked for by turns: each instance is asked for the assets of both.
    for (const path of [...named, ...named.toReversed()]) {
      await expect.poll(async () => [path, (await fetch(origin + path)).status]).toEqual([path, 200]);
    }
    for (const site of [old, next]) {
      const foreign = pages[site === old ? 1 : 0] as string[];
      for (const path of foreign) {
        const answer = await fetch(site.origin + path, { headers: { 'accept-encoding': 'br' } });
        expect([path, answer.status, answer.headers.get('content-encoding')]).toEqual([path, 200, 'br']);
        expect(answer.headers.get('cache-control')).toContain('immutable');
        expect((await answer.text()).length).toBeGreaterThan(10);
      }
      expect((await fetch(`${site.origin}/assets/none-12345678.js`)).status).toBe(404);
    }
    const told = await Promise.all(
      [old, next].map(async (site) => (await fetch(`${site.origin}/_payload.json`)).headers.get('x-meki-build')),
    );
    expect(new Set(told).size, 'a payload tells whose it is').toBe(2);

    // Back: the new one is gone, and windows that it served are still open.
    await next.stop();
    for (const path of pages[1] as string[]) expect((await fetch(old.origin + path)).status).toBe(200);
    expect(old.errors).toEqual([]);
    await old.stop();
  } finally {
    await proxy.close();
    for (const host of hosts) await host.close();
    await cloud.stop();
    other.remove();
  }
});
