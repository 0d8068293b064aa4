import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** A message in the outbox. */
export interface WrittenMail {
  /** `confirm-code`, `reset-code`, `existing-account`, … */
  kind: string;
  /** Its six digits; empty if it has no code. */
  code: string;
  source: string;
}

/** The messages that a site wrote to its data folder; each is read once. */
export interface Outbox {
  /** Waits for the earliest unread message to an address. */
  next(to: string): Promise<WrittenMail>;
  /** The kinds of unread messages to an address. */
  waiting(to: string): Promise<string[]>;
}

export function createOutbox(dataDir: string): Outbox {
  const folder = join(dataDir, 'outbox');
  const read = new Set<string>();

  async function unread(to: string): Promise<(WrittenMail & { name: string })[]> {
    const names = await readdir(folder).catch(() => []);
    const found = names.filter((name) => name.endsWith('.eml') && !read.has(name)).sort();
    const mails = await Promise.all(
      found.map(async (name) => ({ name, source: await readFile(join(folder, name), 'utf8') })),
    );
    return mails
      .filter(({ source }) => source.toLowerCase().includes(`\r\nto: ${to}\r\n`))
      .map((mail) => ({ ...mail, kind: kindOf(mail.name), code: /^(\d{6})\r?$/m.exec(mail.source)?.[1] ?? '' }));
  }

  return {
    async next(to) {
      await expect.poll(async () => (await unread(to)).length, `mail to ${to}`).toBeGreaterThan(0);
      const [mail] = await unread(to);
      if (!mail) throw new Error(`The mail to ${to} is gone`);
      read.add(mail.name);
      return mail;
    },
    waiting: async (to) => (await unread(to)).map(({ kind }) => kind),
  };
}

/** `2026-01-01T00-00-00-000Z-confirm-code-<uuid>.eml` */
function kindOf(name: string): string {
  return name.replace(/^.{24}-/, '').replace(/-[0-9a-f-]{36}\.eml$/, '');
}

/** The text of a message, without the encoding of its transport (quoted-printable). */
export function wordsOfMail({ source }: Pick<WrittenMail, 'source'>): string {
  const bytes = source
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
