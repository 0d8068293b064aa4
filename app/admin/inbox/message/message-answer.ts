/** The values of the field `intent`, one per form of the page. */
export const MESSAGE_INTENTS = ['read', 'unread', 'spam', 'inbox', 'assign', 'note', 'delete'] as const;

export type MessageIntent = (typeof MESSAGE_INTENTS)[number];

/** Why a form was not accepted. */
export interface MessageAnswer {
  intent: MessageIntent;
  sentence: string;
  /** The note that was typed. */
  note?: string;
}

/** Notices after an accepted form: the query parameter `notice`. */
export const MESSAGE_NOTICES = ['read', 'spam', 'inbox', 'assigned', 'unassigned', 'noted'] as const;
