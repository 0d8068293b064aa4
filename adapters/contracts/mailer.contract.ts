import { describe, expect, test } from 'vitest';
import type { Mail, Mailer } from '#core/messages/mailer.ts';
import { type ParsedMessage, parseMessage } from './mailer-message.ts';

/** A mailer, and the messages that it sent. */
export interface MailerUnderTest {
  mailer: Mailer;
  /** The messages in RFC 5322 format, in the order sent. */
  received(): Promise<string[]>;
}

/** A mail for tests. */
export const contractMail: Mail = {
  id: 'mail-1',
  kind: 'confirm-code',
  to: 'ana@example.org',
  senderName: 'Meki Imagen',
  subject: '482913 es su código de Meki Imagen',
  text: 'Confirme su correo\n\n482913\n\n.\n¿No fue usted? No haga nada.\n',
  html: '<!doctype html>\n<html lang="es-MX"><p>482913</p><p>¿No fue usted?</p></html>\n',
  language: 'es-MX',
  createdAt: Date.UTC(2026, 10, 21, 15, 4, 5),
  code: '482913',
};

/** The contract of the `Mailer` port. `create` returns one that sends from `no-reply@meki.example`; called once per test. */
export function mailerContract(name: string, create: () => Promise<MailerUnderTest>): void {
  async function deliver(mail: Mail): Promise<{ raw: string; message: ParsedMessage }> {
    const { mailer, received } = await create();
    expect(await mailer.send(mail)).toEqual({ ok: true });
    const [raw = '', ...others] = await received();
    expect(others).toEqual([]);
    return { raw, message: parseMessage(raw) };
  }

  describe(`${name} as a mailer`, () => {
    test('delivers text and HTML as they were given', async () => {
      const { message } = await deliver(contractMail);
      expect(message.headers.get('content-type')).toMatch(/^multipart\/alternative/);
      expect(message.parts.get('text/plain')?.trim().replaceAll('\r\n', '\n')).toBe(contractMail.text.trim());
      expect(message.parts.get('text/html')?.trim().replaceAll('\r\n', '\n')).toBe(contractMail.html.trim());
    });

    test('says who writes to whom, about what, when, in which language, and that nobody needs to answer', async () => {
      const { message } = await deliver(contractMail);
      expect(Object.fromEntries(message.headers)).toMatchObject({
        from: 'Meki Imagen <no-reply@meki.example>',
        to: 'ana@example.org',
        subject: contractMail.subject,
        'message-id': '<mail-1@meki.example>',
        'content-language': 'es-MX',
        'auto-submitted': 'auto-generated',
        'mime-version': '1.0',
      });
      expect(Date.parse(message.headers.get('date') ?? '')).toBe(contractMail.createdAt);
    });

    test('sends lines that every mail server takes', async () => {
      const { raw } = await deliver({ ...contractMail, html: `<p>${'ñ'.repeat(5000)}</p>` });
      expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
      expect(raw).toMatch(/^\p{ASCII}*$/u);
    });

    test('lets no value of a mail add a header or another reader', async () => {
      const { message } = await deliver({
        ...contractMail,
        senderName: 'Meki"\r\nBcc: eva@example.org\r\nX: "',
        subject: 'Hola\r\nBcc: eva@example.org',
      });
      expect(message.headers.has('bcc')).toBe(false);
      expect(message.headers.get('to')).toBe('ana@example.org');
    });

    test('a mail that is sent again bears the same Message-ID', async () => {
      const { mailer, received } = await create();
      await mailer.send(contractMail);
      await mailer.send(contractMail);
      const ids = (await received()).map((raw) => parseMessage(raw).headers.get('message-id'));
      expect(new Set(ids)).toEqual(new Set(['<mail-1@meki.example>']));
    });
  });
}
