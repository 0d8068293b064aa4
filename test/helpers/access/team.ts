import { type Actor, ANONYMOUS } from '#core/access/actor.ts';
import { ROLES, type Role } from '#core/accounts/user.ts';
import { openStore, type StoreReader } from '../data-folders/store-reader.ts';
import { articleOf } from '../data-folders/write-items.ts';
import { fillFolder } from '../servers/prepared-folder.ts';
import { signInCookie } from '../servers/sign-in-cookie.ts';
import type { SiteHost } from '../servers/site-host.ts';
import { TEAM_ITEM } from './admin-routes.ts';

const PASSWORD = 'lámpara río sereno';

/** The kinds of visitors of the admin area. */
export const VISITORS = ['nobody', ...ROLES, 'suspended'] as const;
export type VisitorName = (typeof VISITORS)[number];

/** A visitor with a fixed session cookie, whatever the site answers. */
export interface Visitor {
  /** The actor for the policy table. */
  actor: Actor;
  /** Requests a raw path without following redirects. */
  get(path: string): Promise<Response>;
  /** Sends a form from a page of the site. */
  post(path: string, fields: Fields): Promise<Response>;
  /** Sends any body from a page of the site. @throws if the site does not answer within 10 seconds */
  send(path: string, body: Body): Promise<Response>;
}

/** Bytes or text with a declared media type. */
export interface Body {
  type: string;
  content: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

export type Fields = { [name: string]: string };

/** A person of each role, and one who was suspended while signed in. */
export interface Team {
  visitors: { [name in VisitorName]: Visitor };
  /** The person's account id. */
  idOf(name: Exclude<VisitorName, 'nobody'>): string;
  store: StoreReader;
  /** Logged errors, one line each. */
  readonly errors: string[];
  stop(): Promise<void>;
}

export const emailOf = (name: VisitorName) => `${name}@example.org`;

/** Starts a site with a team, without sample, everyone signed in. */
export async function startTeam(host: SiteHost): Promise<Team> {
  const people: { name: string; role: Role }[] = [...ROLES.map((role) => ({ name: role, role }))].reverse();
  const text = { title: 'Un borrador del equipo', slug: 'un-borrador', paragraphs: ['Aún no es público.'] };
  const contents = {
    people: [...people, { name: 'suspended', role: 'viewer' as const }].map(({ name, role }) => ({
      name,
      role,
      email: `${name}@example.org`,
      password: PASSWORD,
      languages: role === 'translator' ? ['en'] : [],
    })),
    items: [articleOf(TEAM_ITEM.id, { es: text })],
  };
  const site = await host.startSite({ MEKI_SAMPLE: 'false' }, (dataDir) => fillFolder(dataDir, contents));
  const store = await openStore(site.dataDir);
  const ids = new Map(
    Object.entries(await store.read()).flatMap(([path, text]): [string, string][] =>
      path.startsWith('users/') ? [[JSON.parse(text).name, path.slice('users/'.length)]] : [],
    ),
  );
  const idOf = (name: string) => ids.get(name) ?? '';

  async function enter(name: VisitorName): Promise<Visitor> {
    if (name === 'nobody') return visitor(site.origin, ANONYMOUS, '');
    const cookie = await signInCookie(site.origin, { email: emailOf(name), password: PASSWORD });
    const access = { role: name === 'suspended' ? ('viewer' as const) : name, disabled: name === 'suspended' };
    const languages = name === 'translator' ? ['en'] : [];
    return visitor(site.origin, { kind: 'person', id: idOf(name), name, languages, ...access }, cookie);
  }

  const visitors = Object.fromEntries(
    await Promise.all(VISITORS.map(async (name) => [name, await enter(name)] as const)),
  ) as Team['visitors'];
  const done = await visitors.owner.post('/admin/people', { intent: 'suspend', person: idOf('suspended') });
  if (done.status !== 303) throw new Error(`Nobody could be suspended: ${done.status}`);

  return {
    visitors,
    idOf,
    store,
    get errors() {
      return site.errors;
    },
    async stop() {
      await store.close();
      await site.stop();
    },
  };
}

/** Without compression: these tests read thousands of answers. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' };

function visitor(origin: string, actor: Actor, cookie: string): Visitor {
  return {
    actor,
    get: (path) => fetch(origin + path, { headers: { ...UNCOMPRESSED, cookie }, redirect: 'manual' }),
    post: (path, fields) => send(origin, path, cookie, fields),
    send: (path, { type, content }) =>
      fetch(origin + path, {
        method: 'POST',
        headers: { ...UNCOMPRESSED, cookie, origin, 'content-type': type },
        body: content,
        // Required by fetch for a stream body.
        duplex: 'half',
        redirect: 'manual',
      } as RequestInit),
  };
}

function send(origin: string, path: string, cookie: string, fields: Fields): Promise<Response> {
  const headers = { ...UNCOMPRESSED, cookie, origin };
  return fetch(origin + path, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' });
}
