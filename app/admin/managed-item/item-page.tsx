import type { ReactNode } from 'react';
import { DeskBar } from './desk-bar.tsx';
import { ItemMenu } from './item-menu.tsx';
import { ItemPages } from './item-pages.tsx';
import { PublishingMessageProvider, type PublishingMessages } from './publishing-messages.tsx';
import type { ItemBar } from './read-managed-item.ts';

interface ItemPageProps {
  data: {
    messages: Partial<PublishingMessages['publishing']>;
    bar: ItemBar;
    typeLabel: string;
    title: string;
  };
  children: ReactNode;
}

/** A page of an item other than its editor: below the same bar, with its heading. */
export function ItemPage({ data: { messages, bar, typeLabel, title }, children }: ItemPageProps) {
  return (
    <PublishingMessageProvider messages={messages}>
      <div data-desk>
        <DeskBar
          list={bar.list}
          actions={
            <>
              <ItemPages paths={bar.paths} />
              <ItemMenu bar={bar} />
            </>
          }
        />
        <p className="mt-4 text-fine text-ink-soft">{typeLabel}</p>
        <h1 className="font-semibold text-h2 wrap-anywhere">{title}</h1>
        {children}
      </div>
    </PublishingMessageProvider>
  );
}
