import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mailMessage } from '#core/messages/mail-message.ts';
import type { Mail, Mailer } from '#core/messages/mailer.ts';

/** Retention period in days; codes expire after minutes. Source: Meki's own. */
const OUTBOX_RETENTION_DAYS = 30;

/** Deletes old mails, and temporary files left by a crash. Other files are kept. @returns the number deleted. */
export async function pruneOutbox(
  folder: string,
  { days = OUTBOX_RETENTION_DAYS, now = Date.now() }: { days?: number; now?: number } = {},
): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder).catch(ifMissing)) {
    if (!/\.eml$|^\..+\.tmp$/.test(name)) continue;
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs >= now - days * 24 * 3_600_000) continue;
    await rm(file, { force: true });
    removed++;
  }
  return removed;
}

function ifMissing(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

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
