import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createMailComposer, frameMail, type MailContents } from './compose-mail.ts';
import { parseMailTexts } from './mail-texts.ts';
import { senderAddress } from './mailer.ts';

const parse = (locale: string, name: string) =>
  JSON.parse(readFileSync(new URL(`../../locales/${locale}/${name}.json`, import.meta.url), 'utf8')) as object;

const read = (locale: string) => {
  const { roles, people } = parse(locale, 'admin') as { roles: object; people: { roleHints: object } };
  return { ...parse(locale, 'mail'), roles, roleHints: people.roleHints };
};

const compose = createMailComposer({
  config: {
    name: { es: 'Meki Imagen', en: 'Meki Imaging' },
    defaultLocale: 'es',
    locales: [
      { code: 'es', language: 'es-MX', name: 'Español', direction: 'ltr' },
      { code: 'en', language: 'en-US', name: 'English', direction: 'ltr' },
    ],
    timeZone: 'America/Mexico_City',
  },
  origin: 'https://meki.example',
  texts: parseMailTexts({ es: read('es'), en: read('en') }),
  now: () => 1000,
});

const contents: MailContents[] = [
  { kind: 'confirm-code', code: '482913', minutes: 10 },
  { kind: 'reset-code', code: '482913', minutes: 10 },
  { kind: 'email-change-code', code: '482913', minutes: 10 },
  { kind: 'existing-account' },
  { kind: 'invitation', inviter: 'Ana <b>"O\'Neil"</b>\r\n', role: 'author', days: 7, token: 'the-token' },
  { kind: 'password-changed', at: Date.UTC(2026, 10, 21, 18) },
  { kind: 'email-changed', at: Date.UTC(2026, 10, 21, 18) },
  { kind: 'contact-message', id: 'x1', name: 'Luis', email: 'luis@example.org', text: 'Hola' },
  { kind: 'review-asked', name: 'Ana', title: '', languages: ['es'], path: '/admin/items/news/a' },
  { kind: 'review-sent-back', name: 'Eva', title: 'Uno', languages: ['en'], note: 'No', path: '/admin/items/news/a' },
  { kind: 'review-published', name: 'Eva', title: 'Uno', languages: ['es', 'en'], path: '/admin/items/news/a' },
  { kind: 'review-scheduled', name: 'Eva', title: 'Uno', languages: ['es', 'en'], path: '/admin/items/news/a' },
];

const cases = contents.flatMap((each) => ['es', 'en'].map((locale) => [each.kind, locale, each] as const));

test.each(cases)('%s in %s is whole, in one language, and fetches nothing', (_, locale, each) => {
  const mail = compose('ana@example.org', locale, each);
  expect(mail).toMatchObject({ kind: each.kind, to: 'ana@example.org', createdAt: 1000 });
  expect(mail.senderName).toBe(locale === 'es' ? 'Meki Imagen' : 'Meki Imaging');
  for (const text of [mail.subject, mail.text, mail.html.replace(/<style>.*<\/style>/s, '')]) {
    expect(text).not.toMatch(/[{}]|undefined|\[object/);
  }
  expect(mail.html).toContain(`<html lang="${locale === 'es' ? 'es-MX' : 'en-US'}" dir="ltr">`);
  expect(mail.html).not.toMatch(/<img|<script|<link|url\(|src=|@import/i);
  expect(mail.subject).not.toMatch(/[\r\n]/);
});

test.each(['confirm-code', 'reset-code', 'email-change-code'] as const)(
  '%s shows the code in the subject and on a line of its own',
  (kind) => {
    const mail = compose('ana@example.org', 'es', { kind, code: '482913', minutes: 10 });
    expect(mail.code).toBe('482913');
    expect(mail.subject).toMatch(/^482913 /);
    expect(mail.text.split('\n')).toContain('482913');
    expect(mail.html).toMatch(/>482913<\/p>/);
    expect(mail.text).toContain('10 minutos');
  },
);

test('a button leads to the page in the reader’s language, and its address stands in the text', () => {
  const english = compose('ana+x@example.org', 'en', {
    kind: 'invitation',
    inviter: 'Beto',
    role: 'editor',
    days: 7,
    token: 'the-token',
  });
  expect(english.text).toContain('with the role “Editor”. This role creates, edits and publishes every item');
  const url = 'https://meki.example/en/admin/signup?email=ana%2Bx%40example.org&invitation=the-token';
  expect(english.text).toContain(`\n${url}\n`);
  expect(english.html).toContain(`<a href="${url.replace('&', '&amp;')}"`);
  expect(compose('a@b.mx', 'es', { kind: 'existing-account' }).text).toContain('https://meki.example/admin/signin\n');
});

test('a name is shown as it is, whatever it contains', () => {
  const inviter = '<img src=x onerror=alert(1)> & "{site}"\r\n\u202eEva';
  const mail = compose('ana@example.org', 'en', {
    kind: 'invitation',
    inviter,
    role: 'viewer',
    days: 7,
    token: 'the-token',
  });
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;{site}&quot; Eva');
  expect(mail.html).not.toContain('<img');
  expect(mail.text).toContain('<img src=x onerror=alert(1)> & "{site}" Eva invites you');
});

test('a visitor’s message is quoted as it was written, and replies go to the visitor', () => {
  const text = '<b>Hola</b> {site}\n\n¿Abren mañana?';
  const contents = {
    kind: 'contact-message',
    id: 'x1',
    name: 'Luis\r\nBcc: x',
    email: 'luis@example.org',
    text,
  } as const;
  const mail = compose('ana@example.org', 'en', contents);
  expect(mail).toMatchObject({ replyTo: 'luis@example.org', subject: 'Message from Luis Bcc: x' });
  expect(mail.text).toContain('\n> <b>Hola</b> {site}\n> \n> ¿Abren mañana?\n');
  expect(mail.text).toContain('https://meki.example/en/admin/inbox/x1\n');
  expect(mail.html).toContain('>&lt;b&gt;Hola&lt;/b&gt; {site}\n\n¿Abren mañana?</blockquote>');
  expect(mail.text).not.toContain('Replies to this address aren’t read');
});

test('a time is told as in the site’s place', () => {
  const at = Date.UTC(2026, 10, 21, 18);
  expect(compose('ana@example.org', 'es', { kind: 'password-changed', at }).text).toContain('21 de noviembre de 2026');
  expect(compose('ana@example.org', 'en', { kind: 'password-changed', at }).text).toMatch(/12:00\sPM/);
});

test('a language that runs from right to left is framed so, codes and addresses are not', () => {
  const parts = { language: 'ar', direction: 'rtl' as const, site: 'س', heading: 'س', body: 'س', code: '482913' };
  const framed = frameMail({ ...parts, action: undefined, after: undefined, ignore: 'س', footer: 'س' });
  expect(framed.html).toContain('<html lang="ar" dir="rtl">');
  expect(framed.html).toMatch(/<p class="code" dir="ltr"/);
  expect(framed.html).not.toMatch(/(margin|padding|border)-(left|right)|text-align:(left|right)/);
});

test('texts that lack something, or ask for a value that there is not, are refused', () => {
  const texts = read('es') as { footer?: string };
  expect(() => parseMailTexts({ es: { ...texts, footer: undefined } })).toThrow('locales/es/mail.json');
  expect(() => parseMailTexts({ es: { ...texts, more: 'x' } })).toThrow('more');
});

test.each([
  [undefined, 'no-reply@meki.example'],
  ['smtp://user:pass@mail.example.org', 'no-reply@meki.example'],
  ['smtp://hola%40meki.mx:pass@mail.example.org', 'hola@meki.mx'],
  ['smtp://u:p@mail.example.org?from=avisos@meki.mx', 'avisos@meki.mx'],
  ['smtp://u:p@mail.example.org?from=no%20address', 'no-reply@meki.example'],
])('with the mail server %s, mail comes from %s', (url, address) => {
  expect(senderAddress(url, 'https://www.meki.example')).toBe(address);
});

test('a mail about a review shows what somebody wrote as they wrote it, and nothing of it as HTML', () => {
  const title = '<b>Uno</b>\r\nBcc: x';
  const note = '<img src=x> {name}\n\nSegunda línea';
  const about = { name: 'Ana <i>', title, languages: ['es', 'en'], note, path: '/admin/items/news/a' };
  const mail = compose('eva@example.org', 'en', { kind: 'review-asked', ...about });
  expect(mail.subject).toBe('Ana <i> asks for your review: <b>Uno</b> Bcc: x');
  expect(mail.text).toContain('“<b>Uno</b> Bcc: x” (Spanish and English).');
  expect(mail.text).toContain('\n> <img src=x> {name}\n> \n> Segunda línea\n');
  expect(mail.text).toContain('https://meki.example/en/admin/items/news/a\n');
  expect(mail.html).toContain('>&lt;img src=x&gt; {name}\n\nSegunda línea</blockquote>');
  expect(mail.html).not.toMatch(/<img|<b>Uno|<i>/);
  expect(compose('eva@example.org', 'es', { kind: 'review-asked', ...about, title: '' }).text).toContain(
    '«sin título»',
  );
});

test('an account with a language that the site has no more is written to in the default one', () => {
  expect(compose('eva@example.org', 'fr', { kind: 'existing-account' }).language).toBe('es-MX');
});
