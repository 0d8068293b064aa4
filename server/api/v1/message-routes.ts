import { z } from 'zod';
import { isMessageCursor, type ListedMessage, listMessages } from '#core/inbox/list-messages.ts';
import { isoTime } from './item-resource.ts';
import { type AnyRoute, route } from './route.ts';
import { cursorOf, named } from './shared-schemas.ts';

/** Maximum messages per page. */
const MOST = 100;

const query = z.object({
  view: z
    .enum(['all', 'unread', 'spam'])
    .default('all')
    .describe('All messages but spam, those that nobody has read, or the spam.'),
  q: z.string().max(200).exactOptional().describe('Only messages with these words in name, email, text or note.'),
  cursor: cursorOf(isMessageCursor).exactOptional(),
  limit: z.coerce.number().int().min(1).max(MOST).default(50),
});

const messageSchema = named(
  'Message',
  z.object({
    id: z.string(),
    sentAt: z.string().describe('A time in UTC.'),
    name: z.string(),
    email: z.string(),
    message: z.string(),
    language: z.string().describe('The language of the page that it was sent from.'),
    folder: z.enum(['inbox', 'spam']),
    unread: z.boolean(),
    assignee: z.object({ id: z.string(), name: z.string() }).exactOptional(),
    note: z.string().describe("The team's own."),
  }),
);

const messageList = named(
  'MessageList',
  z.object({ messages: z.array(messageSchema), next: z.string().exactOptional() }),
);

/** Routes on the inbox. */
export const messageRoutes: AnyRoute[] = [
  route({
    method: 'get',
    path: '/messages',
    operationId: 'listMessages',
    summary:
      'Lists messages from the contact form, newest first. A search may give fewer than the limit before the end.',
    tag: 'Messages',
    permission: 'inbox.manage',
    query,
    answer: { status: 200, description: 'A page of messages.', schema: messageList },
    async handle({ actor, query: { view, q, cursor, limit } }, { store }) {
      const words = q?.trim() ?? '';
      const page = await listMessages(store, actor, {
        view,
        limit,
        ...(words !== '' && { words }),
        ...(cursor !== undefined && { after: cursor }),
      });
      const body: z.output<typeof messageList> = {
        messages: page.messages.map(listed),
        ...(page.next !== undefined && { next: page.next }),
      };
      return { body };
    },
  }),
];

function listed({ at, text, version: _, ...message }: ListedMessage): z.output<typeof messageSchema> {
  return { ...message, sentAt: isoTime(at), message: text };
}
