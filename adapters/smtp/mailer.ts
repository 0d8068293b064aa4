import { mailMessage } from '#core/messages/mail-message.ts';
import type { Mailer } from '#core/messages/mailer.ts';
import { classifyFailure } from './classify-failure.ts';
import { smtpOptions } from './smtp-options.ts';

export interface SmtpMailerOptions {
  /** `smtp://` (with STARTTLS if available) or `smtps://`, with user and password if required. */
  url: string;
  /** The sender's address. */
  from: string;
}

/** Sends mail by SMTP. The library is loaded with the first mail. @throws TypeError for an invalid URL. */
export function createSmtpMailer({ url, from }: SmtpMailerOptions): Mailer {
  const options = smtpOptions(url);
  let transport: ReturnType<typeof createTransport> | undefined;

  async function createTransport() {
    const { createTransport: create } = await import('nodemailer');
    return create(options);
  }

  return {
    async send(mail, { signal } = {}) {
      transport ??= createTransport();
      const transporter = await transport;
      try {
        await transporter.sendMail({
          ...mailMessage(mail, from),
          textEncoding: 'quoted-printable',
          xMailer: false,
          disableFileAccess: true,
          disableUrlAccess: true,
          ...(signal && { signal }),
        });
        return { ok: true };
      } catch (error) {
        return classifyFailure(error);
      }
    },
  };
}
