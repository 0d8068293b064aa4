import { mailMessage } from '#core/messages/mail-message.ts';
import type { Mailer } from '#core/messages/mailer.ts';
import { classifyFailure } from './classify-failure.ts';
import { smtpOptions } from './smtp-options.ts';

export interface SmtpMailerOptions {
  /** `smtp://` (STARTTLS where the server has it) or `smtps://`, with user and password where it wants them. */
  url: string;
  /** The address that mail comes from. */
  from: string;
}

/** Hands mail to a server by SMTP. The library is loaded with the first mail. @throws TypeError for what is no such URL. */
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
