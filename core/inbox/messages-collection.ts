import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '../accounts/email-address.ts';
import { MAX_NAME_LENGTH } from '../accounts/user.ts';
import { defineCollection } from '../documents/collection.ts';

/** Maximum characters of a message. Source: the product's specification, Limits. */
export const MAX_MESSAGE_LENGTH = 5_000;

/** Maximum characters of the team's note on a message. Source: Meki's own. */
export const MAX_NOTE_LENGTH = 2_000;

/** Where a message is: shown to the team, or set aside because a program probably sent it. */
const MESSAGE_FOLDERS = ['inbox', 'spam'] as const;

/** The members that the team changes. */
export const messageFields = {
  folder: z.enum(MESSAGE_FOLDERS),
  unread: z.boolean(),
  /** The team's own; the sender never sees it. */
  note: z.string().max(MAX_NOTE_LENGTH),
};

const messageSchema = z.strictObject({
  ...messageFields,
  /** When it was sent, in milliseconds since 1970. */
  at: z.int(),
  /** As the sender typed them, trimmed and without control characters. */
  name: z.string().min(1).max(MAX_NAME_LENGTH),
  email: z.string().min(3).max(MAX_EMAIL_LENGTH),
  text: z.string().min(1).max(MAX_MESSAGE_LENGTH),
  /** The language of the page that it was sent from. */
  language: z.string().min(2).max(20),
  /** The person who takes care of it, with the name at that time. */
  assignee: z.strictObject({ id: z.string().min(1).max(200), name: z.string().max(300) }).exactOptional(),
});

/** A message from the contact form. */
export type InboxMessage = z.infer<typeof messageSchema>;

const equal = (field: string) => ({ field, direction: 'asc' as const });
const newestFirst = { field: 'at', direction: 'desc' as const };

/** `messages/{digest of the message and its day}` */
export const messages = defineCollection({
  name: 'messages',
  schema: messageSchema,
  indexes: [
    [newestFirst],
    [equal('folder'), newestFirst],
    [equal('folder'), equal('unread'), newestFirst],
    [equal('folder'), equal('assignee.id'), newestFirst],
  ],
  policy: { read: 'private' },
});
