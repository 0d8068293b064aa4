import type { Actor } from '../access/actor.ts';
import { may, type Permission, type PermissionObjects } from '../access/policy.ts';
import { invitations, users } from '../accounts/account-collections.ts';
import { auditLog } from '../audit/audit-log.ts';
import { itemCards } from '../content/collections.ts';
import { parsePath } from '../documents/document-path.ts';
import { messages } from '../inbox/messages-collection.ts';
import type { LiveTarget } from './live-protocol.ts';

type PlainPermission = Exclude<Permission, keyof PermissionObjects>;

/** The collections that the admin area shows, with the permission to read each; no other can be read by a client. */
const READABLE = new Map<string, PlainPermission>([
  [messages.name, 'inbox.manage'],
  [itemCards.name, 'draft.read'],
  [users.name, 'people.manage'],
  [invitations.name, 'people.manage'],
  [auditLog.name, 'audit-log.read'],
]);

/** Whether the policy table lets the actor read all documents of a collection through the data client. */
export function mayReadCollection(actor: Actor, collection: string): boolean {
  const permission = READABLE.get(collection);
  return permission !== undefined && may(actor, permission);
}

/** Whether the actor may read everything that a target can give. */
export function mayReadTarget(actor: Actor, target: LiveTarget): boolean {
  if ('query' in target) return mayReadCollection(actor, target.query.collection);
  return target.documents.every((path) => mayReadCollection(actor, parsePath(path)?.collection ?? ''));
}
