import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { MessageStoreProvider, MessagesScript } from './message-provider.tsx';
import { createMessageStore } from './messages.ts';
import { readAllMessages } from './server-messages.ts';

test.each(['/', '/en/admin'])(
  '%s carries the messages of every page, and none of the admin area or of mails',
  (path) => {
    const html = renderToStaticMarkup(
      <MemoryRouter initialEntries={[path]}>
        <MessageStoreProvider value={createMessageStore(readAllMessages())}>
          <MessagesScript />
        </MessageStoreProvider>
      </MemoryRouter>,
    );
    const [, json = ''] = /<script[^>]*>(.*)<\/script>/s.exec(html) ?? [];
    const [messages] = Object.values(JSON.parse(json) as { [locale: string]: object });
    expect(Object.keys(messages ?? {})).toEqual(['common', 'error']);
  },
);
