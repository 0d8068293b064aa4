import { expect, test } from 'vitest';
import { replyHref } from './read-message-page.ts';

const words = { subject: 'Re: su mensaje & más', introduction: 'Luis escribió:' };

test('a reply quotes the message, and nothing in it becomes another field of the mail', () => {
  const href = replyHref({ email: 'a+b?cc=x@example.org', text: 'Uno&bcc=eve@x\nDos #3' }, words);
  const url = new URL(href);
  expect(decodeURIComponent(url.pathname)).toBe('a+b?cc=x@example.org');
  expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(decodeURIComponent(/subject=([^&]*)/.exec(href)?.[1] ?? '')).toBe(words.subject);
  expect(decodeURIComponent(/body=([^&]*)/.exec(href)?.[1] ?? '')).toBe(
    '\r\n\r\nLuis escribió:\r\n> Uno&bcc=eve@x\r\n> Dos #3\r\n',
  );
});

test('a long message is quoted in part', () => {
  const href = replyHref({ email: 'a@example.org', text: `${'x'.repeat(499)}😀${'y'.repeat(4_000)}` }, words);
  expect(href.length).toBeLessThan(1_000);
  expect(decodeURIComponent(href)).toContain('…');
});
