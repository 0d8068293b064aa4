import { readAdminRoutes } from '../../helpers/access/admin-routes.ts';
import type { Visitor } from '../../helpers/access/team.ts';
import { expect, test } from '../../helpers/access/team-test.ts';
import { spread, takeTurn } from '../../helpers/spread.ts';

/** All query parameters that pages of the site use. */
const NAMES = [
  ...['q', 'page', 'tag', 'place', 'state', 'author', 'group', 'work', 'sort', 'after', 'new', 'action', 'person'],
  ...['from', 'to', 'language', 'kind', 'type', 'ask', 'notice', 'email', 'resent', 'item', 'slug', 'width', 'kept'],
  ...['version', 'compare', 'entry', '_routes', 'index'],
];

const all = (value: string) => NAMES.map((name) => `${name}=${value}`).join('&');

/** Queries that the site never links to. None may cause a server error. */
const QUERIES: { [kind: string]: string } = {
  'broken percent-encodings': `?${all('%')}&%zz=%u0041&%`,
  'bytes that are no UTF-8': `?${all('%ff%c0%80')}`,
  'a NUL': `?${all('%00')}`,
  'half of a character': `?${all('%ed%a0%80')}`,
  'a number beyond all': `?${all('99999999999999999999999')}`,
  'a number below zero': `?${all('-1')}`,
  'no number': `?${all('NaN')}&page=1e309&page=Infinity`,
  'a date that is none': `?${all('2026-02-31')}`,
  'a date beyond all': `?${all('%2B999999-99-99T99:99')}`,
  'a list by its name': `?${NAMES.map((name) => `${name}[4294967294]=1&${name}.toString=1`).join('&')}`,
  'JSON that is none': `?${all('{')}`,
  'JSON of another shape': `?${all(encodeURIComponent('[null,{"a":[]},1e400]'))}`,
  'JSON nested deep': `?after=${'['.repeat(7_000)}`,
  prototypes: `?__proto__=1&constructor=1&${all('__proto__')}`,
  'a parameter by the thousand': `?${'q=a&'.repeat(3_000)}`,
  'the parameters by the hundred': `?${Array(30).fill(all('x')).join('&').slice(0, 12_000)}`,
  'a long text': `?${'q='}${'a'.repeat(12_000)}`,
  'many words': `?q=${'a+'.repeat(6_000)}`,
  'line ends': `?${all('a%0d%0aSet-Cookie:+x=y')}`,
};

/** Path suffixes that the router decodes. */
const PATHS = [
  '/%',
  '/%zz',
  '/%ff',
  '/%00',
  '/%2e%2e',
  '/%ed%a0%80',
  `/${'a/'.repeat(2_000)}`,
  '/__proto__',
  '/constructor',
];

const PUBLIC = ['/', '/en', '/faq', '/search', '/en/search', '/articulos', '/en/articles', '/estudios', '/preview/x'];

const routes = readAdminRoutes();
const admin = routes.map(({ forms: [address = ''] }) => address);
const signing = admin.filter((address) => /\/(sign|reset)/.test(address));
/** The addresses of the admin area below which any name is an address. */
const parents = routes
  .filter(({ path }) => routes.some((route) => route.path.startsWith(`${path}/:`)))
  .map(({ forms: [address = ''] }) => address);

/** The addresses that answer with a failure of the server, each with the status. */
async function failuresAt(visitor: Visitor, addresses: readonly string[]): Promise<string[]> {
  const failures: string[] = [];
  for (const address of addresses) {
    const answer = await visitor.get(address);
    await answer.text();
    if (answer.status >= 500) failures.push(`${answer.status} ${address.slice(0, 200)}`);
  }
  return failures;
}

for (const [who, addresses, folders] of [
  ['owner', admin, parents],
  ['nobody', [...PUBLIC, ...signing], PUBLIC],
] as const) {
  for (const [turn, [kind, query]] of Object.entries(QUERIES).entries()) {
    test(`${kind} in a query is no failure for ${who}`, async ({ team }) => {
      // The same loaders read the query of a page and of its data: they take turns.
      const asked = addresses.map((address, index) => {
        const data = `${address === '/' ? '/_root' : address}.data`;
        return takeTurn([address, data], index + turn) + query;
      });
      expect(await failuresAt(team.visitors[who], asked)).toEqual([]);
    });
  }

  test(`an address that is none is no failure for ${who}`, async ({ team }) => {
    const below = folders.flatMap((address) => PATHS.map((end) => [address, end] as const));
    const elsewhere = addresses.filter((address) => !folders.includes(address));
    const asked = [...below, ...spread(elsewhere, PATHS, 0)].map(
      ([address, end]) => (address === '/' ? '' : address) + end,
    );
    expect(await failuresAt(team.visitors[who], asked)).toEqual([]);
  });
}
