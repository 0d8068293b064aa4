import { DOORS, type Door, dataOf, doorOf, outcomeOf, passes, refusalFor } from '../../helpers/access/admin-doors.ts';
import { TEAM_ITEM } from '../../helpers/access/admin-routes.ts';
import { emailOf, VISITORS, type Visitor, type VisitorName } from '../../helpers/access/team.ts';
import { expect, test } from '../../helpers/access/team-test.ts';
import { spread, takeTurn } from '../../helpers/spread.ts';

/** The status for people with the right at addresses that only accept a POST. */
const NOTHING_THERE: { [path: string]: number } = {
  '/admin/*': 404,
  '/admin/editor/pictures': 405,
  '/admin/editor/slugs': 404,
  '/admin/files/:id': 404,
  '/admin/files/:id/replace': 404,
  '/admin/files/send': 405,
  '/admin/inbox/:id': 404,
  '/admin/item-actions/:type': 405,
  '/admin/items/:type/:id/place': 404,
  '/admin/replace/run': 405,
  '/admin/settings/icons': 404,
  '/admin/topics': 405,
  '/admin/topics/:id': 404,
  '/admin/topics/:id/run': 405,
};

/** Further addresses of a page: searches and pages of lists. */
const QUERIES: { [path: string]: string[] } = {
  '/admin/audit': ['?action=session.signed-in', '?person=x', '?from=2026-01-01&to=2027-01-01', '?after=1.x'],
  '/admin/files': ['?q=x', '?place=trash&view=list', '?texts=lacksAlt.en&use=unused', '?after=x'],
  '/admin/files/choose': ['?kind=picture&item=x&ids=x'],
  '/admin/files/named': [`?ids=${'a'.repeat(32)}`],
  '/admin/files/words': [`?ids=${'a'.repeat(32)}`],
  '/admin/health': ['?language=en&kind=stale', '?after=x'],
  '/admin/inbox': ['?view=unread', '?q=x', '?after=1.x', '?notice=deleted'],
  '/admin/inbox/export': ['?format=json&view=spam'],
  '/admin/item-search': ['?q=x'],
  '/admin/items/:type': ['?q=x', '?place=trash', '?new='],
  '/admin/replace': ['?words=x', '?words=x&language=en&type=news&whole=yes&exact=yes', '?words=x&after=a'],
  '/admin/settings': ['?type=news&count=3', '?notice=icon'],
  '/admin/people': ['?after=a', '?ask=x', '?notice=invited'],
};

test('every page of the admin area is walked, under each of its addresses', ({ routes }) => {
  expect(routes.map(({ path }) => path).sort()).toEqual(Object.keys(DOORS));
  for (const { path, forms } of routes) {
    const plain = path.replace(':type', TEAM_ITEM.type).replace(':id', TEAM_ITEM.id);
    expect(forms.sort()).toEqual([`/en${plain}`, `/es${plain}`, plain].sort());
  }
});

/** Who opens every address of each page: nobody, and who may do least and most. For others, the addresses take turns. */
const OF_EVERY_ADDRESS: readonly VisitorName[] = ['nobody', 'viewer', 'owner'];

for (const [turn, name] of VISITORS.entries()) {
  test.describe(`for ${name}`, () => {
    test('every page opens as the policy table says, and tells nothing where it does not', async ({ team, routes }) => {
      const visitor = team.visitors[name];
      const found: Answers = {};
      const expected: Answers = {};
      const open = async (address: string, path: string) => {
        found[address] = await factsOf(await visitor.get(address), visitor, path);
        expected[address] = {
          outcome: expectedAt(visitor, doorOf(path), path),
          caching: 'private, no-store',
          told: [],
        };
      };
      for (const [index, { path, forms, ids }] of routes.entries()) {
        const opened = OF_EVERY_ADDRESS.includes(name) ? forms : [takeTurn(forms, index + turn)];
        for (const form of opened) await open(form, path);
        // The addresses of a page have the same loaders: they take turns at what else is asked.
        for (const [query, form] of spread(QUERIES[path] ?? [], forms, turn)) await open(form + query, path);
        const form = takeTurn(forms, index + turn + 1);
        await open(dataOf(form), path);
        // Data requests for single routes bypass their parent routes.
        const single = ids[form] ?? [];
        for (const id of single) {
          const address = `${dataOf(form)}?_routes=${encodeURIComponent(id)}`;
          if (id === single.at(-1)) await open(address, path);
          else {
            found[address] = { told: namesShown(await (await visitor.get(address)).text(), visitor) };
            expected[address] = { told: [] };
          }
        }
      }
      expect(found).toEqual(expected);
    });

    test('no other spelling of an address opens more', async ({ team }) => {
      const visitor = team.visitors[name];
      const faults: string[] = [];
      for (const path of SPELLINGS) {
        const answer = await visitor.get(path);
        if (answer.status >= 500) faults.push(`${path} answers ${answer.status}`);
        for (const told of namesShown(await answer.text(), visitor)) faults.push(`${path} tells the email of ${told}`);
        const caching = answer.headers.get('cache-control') ?? 'none';
        if (/public|max-age=[1-9]/.test(caching)) faults.push(`${path} may be cached: ${caching}`);
      }
      expect(faults).toEqual([]);
    });
  });
}

/** Spellings of `/admin/people` and its data that a router or a cache might confuse with it. */
const SPELLINGS = [
  '/ADMIN',
  '/Admin/People',
  '/EN/admin/people',
  '/en/ADMIN/people',
  '/%61dmin/people',
  '/admin/%70eople',
  '/admin/PEOPLE',
  '/admin/PEOPLE.data',
  '/ADMIN/people.data',
  '/admin/people.DATA',
  '/admin/people.data.data',
  '/admin/people/',
  '/admin//people',
  '//admin/people',
  '/admin/people//',
  '/admin/people/.data',
  '/admin/people/_.data',
  '/admin%2Fpeople',
  '/admin/people%2F',
  '/admin/people%00',
  '/admin/people%20',
  '/admin/people;a=b',
  '/admin;a=b/people',
  '/admin/people?_data=routes',
  '/admin/people/_payload.json',
  '/es/en/admin/people',
  '/en/es/admin/people',
  '/x/..%2Fadmin/people',
  '/%2561dmin/people',
  '/admin/people/x',
  '/admin/audit/x',
  '/admin/account/export/',
  '/admin/account/EXPORT',
];

function expectedAt(visitor: Visitor, door: Door, path: string): number | 'sign-in' | 'dashboard' {
  const isIn = visitor.actor.kind === 'person' && !visitor.actor.disabled;
  if (door === 'everybody') return NOTHING_THERE[path] ?? 200;
  if (door === 'passage') return 'dashboard';
  if (door === 'guests') return isIn ? 'dashboard' : 200;
  return passes(visitor, door) ? (NOTHING_THERE[path] ?? 200) : refusalFor(visitor, door);
}

/** By address. */
interface Answers {
  [address: string]: { outcome?: number | string; caching?: string | null; told: VisitorName[] };
}

async function factsOf(answer: Response, visitor: Visitor, path: string): Promise<Answers[string]> {
  const body = await answer.text();
  const door = doorOf(path);
  const mayName = door === 'people.manage' && expectedAt(visitor, door, path) === 200;
  return {
    outcome: outcomeOf(answer, body),
    caching: answer.headers.get('cache-control'),
    told: mayName ? [] : namesShown(body, visitor),
  };
}

/** Whose email addresses are told: those of the team are for owners only; people may see their own. */
function namesShown(body: string, { actor }: Visitor): VisitorName[] {
  if (actor.kind === 'person' && actor.role === 'owner') return [];
  const others = VISITORS.filter((name) => actor.kind === 'anonymous' || name !== actor.name);
  return others.filter((name: VisitorName) => body.includes(emailOf(name)));
}
