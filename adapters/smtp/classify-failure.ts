import type { NodemailerError } from 'nodemailer/lib/errors';
import type { SendOutcome } from '#core/messages/mailer.ts';

/**
 * Classifies a failed delivery as temporary or permanent. Permanent is only what the server says about the recipient or the
 * message. A refused login or sender is a configuration error, which can be fixed while the mail waits.
 */
export function classifyFailure(error: unknown): SendOutcome & { ok: false } {
  const { code = 'unknown', command, responseCode, permanent } = error as NodemailerError;
  const aboutMessage = command === 'RCPT TO' || command === 'DATA';
  const notAnAddress = code === 'EENVELOPE' && command === 'API';
  const forGood = notAnAddress || (aboutMessage && permanent === true && responseCode !== 530);
  return {
    ok: false,
    failure: forGood ? 'permanent' : 'temporary',
    reason: failureSentence(code, command, responseCode),
  };
}

/** Not the server's own words, which repeat addresses. */
function failureSentence(code: string, command: string | undefined, responseCode: number | undefined): string {
  const what = SENTENCES[code] ?? 'the mail server could not take it';
  const facts = [code, command, responseCode].filter((fact) => fact !== undefined);
  return `${what} (${facts.join(', ')})`;
}

const SENTENCES: { [code: string]: string } = {
  EAUTH: 'the mail server refuses the user or the password in MEKI_SMTP_URL',
  ENOAUTH: 'the mail server asks for a user and a password in MEKI_SMTP_URL',
  ECONNECTION: 'the mail server cannot be reached',
  ESOCKET: 'the mail server cannot be reached',
  EDNS: 'the name of the mail server cannot be found',
  ETIMEDOUT: 'the mail server does not answer',
  ETLS: 'no encrypted connection to the mail server could be made',
  EABORT: 'sending was broken off',
  EENVELOPE: 'the mail server refuses the sender or the reader',
  EMESSAGE: 'the mail server refuses the message',
};
