import type { Role } from '../accounts/user.ts';
import type { Locale } from '../locales/locale.ts';
import type { Actor } from './actor.ts';

/** The object of each action that needs one. */
export interface PermissionObjects {
  'account.use': { accountId: string };
  /** `language` is missing for the fields that all languages share: byline, tags, cover, shared fields. */
  'item.edit': { authorId: string; language?: Locale };
  /** `authorId`: who uploaded it. `language` is missing for its tags. */
  'file.describe': { authorId: string; language?: Locale };
  /** `wasPublished`: whether any of its languages was ever public. */
  'item.trash': { authorId: string; wasPublished: boolean };
  'preview.share': { authorId: string; language: Locale };
  'review.ask': { authorId: string; language: Locale };
  /** The account that asked. */
  'review.withdraw': { accountId: string };
}

/**
 * `any`: always. `own`: own objects. `own-unpublished`: own objects that were never public. `languages`: the actor's assigned
 * languages.
 */
type Grant = 'any' | 'own' | 'own-unpublished' | 'languages';

type Grants = { [who in Role | 'anonymous']?: Grant };

const everyone: Grants = { viewer: 'any', author: 'any', translator: 'any', editor: 'any', owner: 'any' };
const team: Grants = { author: 'any', translator: 'any', editor: 'any', owner: 'any' };
const writers: Grants = { author: 'any', editor: 'any', owner: 'any' };
const editors: Grants = { editor: 'any', owner: 'any' };
const owners: Grants = { owner: 'any' };

/**
 * The policy table: which role may perform which action. The only place that defines it. Source: the product's specification,
 * Roles.
 */
const POLICY = {
  'admin.enter': everyone,
  /** View and change the account, its email, password and sessions; delete it. */
  'account.use': { viewer: 'own', author: 'own', translator: 'own', editor: 'own', owner: 'own' },
  'published.read': { anonymous: 'any', ...everyone },
  'draft.read': team,
  'media.read': team,
  'item.create': writers,
  'item.edit': { author: 'own', translator: 'languages', editor: 'any', owner: 'any' },
  /** Move to the trash and restore. */
  'item.trash': { author: 'own-unpublished', editor: 'any', owner: 'any' },
  /** Delete permanently from the trash. */
  'item.purge': editors,
  'item.archive': editors,
  'item.order': editors,
  /** Give a page another place below the others, with all below it: their addresses change. */
  'page.move': editors,
  /** Take a topic off all items that have it, or replace it by another one, and remove it. */
  'topics.retire': editors,
  /** Create a link that shows a draft to anyone who has it. */
  'preview.share': { author: 'own', translator: 'languages', editor: 'any', owner: 'any' },
  /** Ask those who publish to read a language and publish it: for those who may write it, and not publish it. */
  'review.ask': { author: 'own', translator: 'languages' },
  'review.withdraw': { author: 'own', translator: 'own', editor: 'own', owner: 'own' },
  'review.send-back': editors,
  'media.upload': writers,
  /** Change what a file says in a language, and its tags. */
  'file.describe': { author: 'own', translator: 'languages', editor: 'any', owner: 'any' },
  /** Give a file other bytes, or those of a former version again. */
  'file.replace': editors,
  /** Move a file to the trash and restore it. */
  'file.trash': editors,
  /** Delete a file for good. */
  'media.delete': owners,
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
  /** See how the site runs: version, storage, jobs, backups. */
  'system.read': owners,
  'audit-log.read': owners,
} as const satisfies { [permission: string]: Grants };

export type Permission = keyof typeof POLICY;

export const PERMISSIONS = Object.keys(POLICY) as Permission[];

/** The arguments that describe the object of an action; empty if the policy table needs none. */
export type ObjectOf<A extends Permission> = A extends keyof PermissionObjects ? [object: PermissionObjects[A]] : [];

/** Why an action is refused. `role`: no one with this role may. The others: the role may, but not with this object. */
export type RefusalReason = 'not-signed-in' | 'suspended' | 'role' | 'not-own' | 'was-published' | 'language';

/** The reason for a refusal, or `undefined` if allowed. A suspended person has the rights of an anonymous one. */
export function refusalOf<A extends Permission>(
  actor: Actor,
  permission: A,
  ...object: ObjectOf<A>
): RefusalReason | undefined {
  const grants: Grants = POLICY[permission];
  if (grants.anonymous === 'any') return undefined;
  if (actor.kind === 'anonymous') return 'not-signed-in';
  if (actor.disabled) return 'suspended';
  const grant = grants[actor.role];
  if (grant === 'any') return undefined;
  if (grant === undefined) return 'role';
  const about = object[0] as
    | Partial<PermissionObjects['account.use'] & PermissionObjects['item.edit'] & PermissionObjects['item.trash']>
    | undefined;
  if (grant !== 'languages') {
    if ((about?.accountId ?? about?.authorId) !== actor.id) return 'not-own';
    return grant === 'own-unpublished' && about?.wasPublished !== false ? 'was-published' : undefined;
  }
  return about?.language !== undefined && actor.languages.includes(about.language) ? undefined : 'language';
}

/** Whether the policy table allows an action, with the object if it needs one. */
export function may<A extends Permission>(actor: Actor, permission: A, ...object: ObjectOf<A>): boolean {
  return refusalOf(actor, permission, ...object) === undefined;
}

/** Thrown when the policy table refuses an action. Answered with 403, or with a redirect to sign-in for `not-signed-in`. */
export class Forbidden extends Error {
  override name = 'Forbidden';
  readonly permission: Permission;
  readonly reason: RefusalReason;
  constructor(permission: Permission, reason: RefusalReason) {
    super(`${permission} is refused: ${reason}`);
    this.permission = permission;
    this.reason = reason;
  }
}

/** Checks that the actor may perform the action. @throws {Forbidden} */
export function requireMay<A extends Permission>(actor: Actor, permission: A, ...object: ObjectOf<A>): void {
  const reason = refusalOf(actor, permission, ...object);
  if (reason !== undefined) throw new Forbidden(permission, reason);
}
