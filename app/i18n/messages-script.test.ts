import { expect, test } from 'vitest';
import { createMessageStore } from './messages.ts';
import { messagesScript } from './messages-script.ts';
import { readAllMessages } from './server-messages.ts';

test.each(['es', 'en'])(
  'a document in %s carries the messages of every page, and none of the admin area or of mails',
  (locale) => {
    const html = messagesScript(locale, createMessageStore(readAllMessages()).read(locale));
    const [, json = ''] = /<script[^>]*>(.*)<\/script>/s.exec(html) ?? [];
    const [[name, messages] = []] = Object.entries(JSON.parse(json) as { [locale: string]: object });
    expect(name).toBe(locale);
    expect(Object.keys(messages ?? {})).toEqual(['common', 'error']);
  },
);
