import type { Role } from '../accounts/user.ts';
import type { Locale } from '../locales/locale.ts';
import type { Actor } from './actor.ts';

/** What an act is done to, where that matters. */
export interface ActObjects {
  'account.use': { accountId: string };
  /** `language` is missing for what all languages share: byline, tags, cover, shared fields. */
  'item.edit': { authorId: string; language?: Locale };
  /** `wasPublished`: whether any language of it ever was public. */
  'item.trash': { authorId: string; wasPublished: boolean };
  'preview.share': { authorId: string; language: Locale };
}

/** `any`: always. `own`: what is theirs. `own-unpublished`: what is theirs and never was public. `languages`: the languages given to them. */
type Grant = 'any' | 'own' | 'own-unpublished' | 'languages';

type Grants = { [who in Role | 'anonymous']?: Grant };

const everyone: Grants = { viewer: 'any', author: 'any', translator: 'any', editor: 'any', owner: 'any' };
const team: Grants = { author: 'any', translator: 'any', editor: 'any', owner: 'any' };
const writers: Grants = { author: 'any', editor: 'any', owner: 'any' };
const editors: Grants = { editor: 'any', owner: 'any' };
const owners: Grants = { owner: 'any' };

/** Who may do what: the table of roles, the only place that says so. Source: the product's specification, Roles. */
const POLICY = {
  'admin.enter': everyone,
  /** See and change the account, its email, password and sessions; delete it. */
  'account.use': { viewer: 'own', author: 'own', translator: 'own', editor: 'own', owner: 'own' },
  'published.read': { anonymous: 'any', ...everyone },
  'draft.read': team,
  'media.read': team,
  'item.create': writers,
  'item.edit': { author: 'own', translator: 'languages', editor: 'any', owner: 'any' },
  /** Into the trash and out of it again. */
  'item.trash': { author: 'own-unpublished', editor: 'any', owner: 'any' },
  /** Out of the trash, for good. */
  'item.purge': editors,
  'item.archive': editors,
  'item.order': editors,
  /** A link that shows a draft to whoever has it. */
  'preview.share': { author: 'own', translator: 'languages', editor: 'any', owner: 'any' },
  'media.upload': writers,
  'item.publish': editors,
  'item.schedule': editors,
  'item.unpublish': editors,
  'item.restore': editors,
  'redirects.manage': editors,
  'site-texts.edit': editors,
  'inbox.manage': editors,
  'people.manage': owners,
  'roles.manage': owners,
  'settings.manage': owners,
  'tokens.manage': owners,
  'backup.manage': owners,
  'audit-log.read': owners,
} as const satisfies { [act: string]: Grants };

export type Act = keyof typeof POLICY;

export const ACTS = Object.keys(POLICY) as Act[];

/** What an act is asked about: an object where the table needs one, else nothing. */
export type ObjectOf<A extends Act> = A extends keyof ActObjects ? [object: ActObjects[A]] : [];

/** Why an act is refused. `role`: nobody of that role may. The ones after it: they may, but not this one. */
export type RefusalReason = 'not-signed-in' | 'suspended' | 'role' | 'not-own' | 'was-published' | 'language';

/** Why the table refuses; `undefined` when it does not. Somebody suspended may do what anybody may. */
export function refusalOf<A extends Act>(actor: Actor, act: A, ...object: ObjectOf<A>): RefusalReason | undefined {
  const grants: Grants = POLICY[act];
  if (grants.anonymous === 'any') return undefined;
  if (actor.kind === 'anonymous') return 'not-signed-in';
  if (actor.disabled) return 'suspended';
  const grant = grants[actor.role];
  if (grant === 'any') return undefined;
  if (grant === undefined) return 'role';
  const about = object[0] as
    | Partial<ActObjects['account.use'] & ActObjects['item.edit'] & ActObjects['item.trash']>
    | undefined;
  if (grant !== 'languages') {
    if ((about?.accountId ?? about?.authorId) !== actor.id) return 'not-own';
    return grant === 'own-unpublished' && about?.wasPublished !== false ? 'was-published' : undefined;
  }
  return about?.language !== undefined && actor.languages.includes(about.language) ? undefined : 'language';
}

/** Whether the table lets somebody do something, to the object where it asks for one. */
export function may<A extends Act>(actor: Actor, act: A, ...object: ObjectOf<A>): boolean {
  return refusalOf(actor, act, ...object) === undefined;
}
