import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mailMessage } from '#core/messages/mail-message.ts';
import type { Mail, Mailer } from '#core/messages/mailer.ts';

export interface OutboxMailerOptions {
  /** Created when the first mail is written. */
  folder: string;
  /** The sender's address. */
  from: string;
  /** Called for every mail once its file is written. */
  onWritten?: (mail: Mail, file: string) => void;
}

/** Writes each mail to a folder as an RFC 5322 `.eml` file, with names that sort by time. A retry overwrites its file. */
export function createOutboxMailer({ folder, from, onWritten }: OutboxMailerOptions): Mailer {
  return {
    async send(mail) {
      const name = `${new Date(mail.createdAt).toISOString().replace(/[:.]/g, '-')}-${mail.kind}-${mail.id}.eml`;
      const file = join(folder, name);
      const bytes = await compose(mail, from);
      const temporary = join(folder, `.${name}.${randomUUID()}.tmp`);
      try {
        // The files contain codes: readable only by the server's user.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
        return { ok: false, failure: 'temporary', reason: `${folder} cannot be written: ${code}` };
      }
      onWritten?.(mail, file);
      return { ok: true };
    },
  };
}

async function compose(mail: Mail, from: string): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    ...mailMessage(mail, from),
    textEncoding: 'quoted-printable',
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await composer.compile().build();
}
