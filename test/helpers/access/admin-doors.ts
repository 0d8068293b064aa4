import { may, type Permission, refusalOf } from '#core/access/policy.ts';
import type { Visitor } from './team.ts';

/** Who may pass: people with a right by the policy table, anonymous visitors, everybody, or nobody (a redirect). */
export type Door = Permission | 'guests' | 'everybody' | 'passage';

/** The requirement of each address of the admin area. An address that is missing here fails the test. */
export const DOORS: { [path: string]: Door } = {
  '/admin': 'admin.enter',
  '/admin/*': 'everybody',
  '/admin/account': 'account.use',
  '/admin/account/export': 'account.use',
  '/admin/audit': 'audit-log.read',
  '/admin/editor/links': 'draft.read',
  '/admin/editor/pictures': 'media.upload',
  '/admin/editor/slugs': 'draft.read',
  '/admin/files': 'media.read',
  '/admin/files/:id': 'media.read',
  '/admin/files/:id/replace': 'file.replace',
  '/admin/files/choose': 'draft.read',
  '/admin/files/named': 'media.read',
  '/admin/files/send': 'media.upload',
  '/admin/files/upload': 'media.upload',
  '/admin/files/words': 'media.read',
  '/admin/health': 'draft.read',
  '/admin/help': 'site-texts.edit',
  '/admin/inbox': 'inbox.manage',
  '/admin/inbox/:id': 'inbox.manage',
  '/admin/inbox/export': 'inbox.manage',
  '/admin/item-actions/:type': 'draft.read',
  '/admin/item-search': 'draft.read',
  '/admin/items/:type': 'draft.read',
  '/admin/items/:type/:id': 'draft.read',
  '/admin/items/:type/:id/place': 'page.move',
  '/admin/items/:type/:id/preview': 'draft.read',
  '/admin/items/:type/:id/preview/changes': 'draft.read',
  '/admin/items/:type/:id/preview/page': 'draft.read',
  '/admin/items/:type/:id/preview/panel': 'draft.read',
  '/admin/items/:type/:id/publish': 'draft.read',
  '/admin/items/:type/:id/publish/panel': 'draft.read',
  '/admin/items/:type/:id/revisions': 'draft.read',
  '/admin/people': 'people.manage',
  '/admin/replace': 'draft.read',
  '/admin/replace/run': 'draft.read',
  '/admin/reset': 'everybody',
  '/admin/reset-confirm': 'everybody',
  '/admin/settings': 'settings.manage',
  '/admin/settings/icons': 'settings.manage',
  '/admin/signin': 'guests',
  '/admin/signout': 'passage',
  '/admin/signup': 'guests',
  '/admin/signup-confirm': 'guests',
  '/admin/site': 'site-texts.edit',
  '/admin/system': 'system.read',
  '/admin/topics': 'item.create',
  '/admin/topics/:id': 'topics.retire',
  '/admin/topics/:id/run': 'topics.retire',
};

export function doorOf(path: string): Door {
  const door = DOORS[path];
  if (!door) throw new Error(`${path} is not among the doors`);
  return door;
}

export function isPermission(door: Door): door is Permission {
  return door !== 'guests' && door !== 'everybody' && door !== 'passage';
}

export function passes({ actor }: Visitor, permission: Permission): boolean {
  return permission === 'account.use'
    ? actor.kind === 'person' && may(actor, permission, { accountId: actor.id })
    : may(actor, permission as Exclude<Permission, 'account.use' | 'item.edit'>);
}

/** Anonymous visitors are redirected to the sign-in page; people without the right get a 403. */
export function refusalFor({ actor }: Visitor, permission: Permission): 'sign-in' | 403 {
  const reason = refusalOf(actor, permission as Exclude<Permission, 'account.use' | 'item.edit'>);
  return reason === 'not-signed-in' || reason === 'suspended' ? 'sign-in' : 403;
}

/** A status or a redirect target, for documents and data. */
export function outcomeOf(answer: Response, body: string): number | string {
  const to = answer.status === 202 ? /"redirect","([^"]+)"/.exec(body)?.[1] : answer.headers.get('location');
  if (!to) return answer.status;
  if (/^(\/en)?\/admin\/signin\?to=/.test(to)) return 'sign-in';
  return /^(\/en)?\/admin$/.test(to) ? 'dashboard' : to;
}

/** The address of a page's data. */
export function dataOf(form: string): string {
  return `${form}.data`;
}
