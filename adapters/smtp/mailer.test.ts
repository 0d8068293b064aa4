import { expect, test } from 'vitest';
import { contractMail, mailerContract } from '../contracts/mailer.contract.ts';
import { type FakeReplies, startFakeSmtpServer } from './fake-smtp-server.ts';
import { createSmtpMailer, smtpOptions } from './mailer.ts';

const from = 'no-reply@meki.example';

mailerContract('smtp', async () => {
  const server = await startFakeSmtpServer();
  return { mailer: createSmtpMailer({ url: server.url, from }), received: async () => server.messages };
});

test('names sender and reader to the server, one of each', async () => {
  const server = await startFakeSmtpServer();
  await createSmtpMailer({ url: server.url, from }).send(contractMail);
  expect(server.commands.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([
    'MAIL FROM:<no-reply@meki.example>',
    'RCPT TO:<ana@example.org>',
  ]);
});

const refusals: [string, FakeReplies, 'temporary' | 'permanent'][] = [
  ['does not know the reader', { RCPT: '550 5.1.1 No ana@example.org here' }, 'permanent'],
  ['refuses the message', { MESSAGE: '554 5.7.1 Looks like spam' }, 'permanent'],
  ['asks to wait with the reader', { RCPT: '450 4.2.0 Greylisted, ana@example.org' }, 'temporary'],
  ['has no room for the message', { MESSAGE: '452 Full' }, 'temporary'],
  ['refuses the sender, which is a setting', { MAIL: '553 5.7.1 Not yours' }, 'temporary'],
  ['is closing', { GREETING: '421 Try later' }, 'temporary'],
  ['asks for a login', { RCPT: '530 5.7.0 Authentication required' }, 'temporary'],
];

test.each(refusals)('a server that %s', async (_, replies, failure) => {
  const server = await startFakeSmtpServer(replies);
  const outcome = await createSmtpMailer({ url: server.url, from }).send(contractMail);
  expect(outcome).toMatchObject({ ok: false, failure });
  expect(JSON.stringify(outcome)).not.toMatch(/ana@|482913/);
  expect(server.messages).toEqual([]);
});

test('a refused password is a failure that may pass, and is not repeated', async () => {
  const server = await startFakeSmtpServer({ EHLO: '250-fake\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 No' });
  const url = server.url.replace('smtp://', 'smtp://user:sesame@');
  const outcome = await createSmtpMailer({ url, from }).send(contractMail);
  expect(outcome).toMatchObject({ ok: false, failure: 'temporary' });
  expect(JSON.stringify(outcome)).toContain('MEKI_SMTP_URL');
  expect(JSON.stringify(outcome)).not.toContain('sesame');
});

test('a server that is not there is a failure that may pass, and once it is there the mail goes', async () => {
  const gone = await createSmtpMailer({ url: 'smtp://127.0.0.1:1', from }).send(contractMail);
  expect(gone).toMatchObject({ ok: false, failure: 'temporary', reason: expect.stringContaining('cannot be reached') });
});

test('an address that is none is refused for good', async () => {
  const server = await startFakeSmtpServer();
  const outcome = await createSmtpMailer({ url: server.url, from }).send({ ...contractMail, to: '' });
  expect(outcome).toMatchObject({ ok: false, failure: 'permanent' });
});

test('breaks off when it is told to', async () => {
  const server = await startFakeSmtpServer();
  const signal = AbortSignal.abort();
  const outcome = await createSmtpMailer({ url: server.url, from }).send(contractMail, { signal });
  expect(outcome).toMatchObject({ ok: false, failure: 'temporary' });
  expect(server.messages).toEqual([]);
});

test('a password goes to another machine only encrypted, unless the URL says otherwise', () => {
  expect(smtpOptions('smtp://u:p@mail.example.org').requireTLS).toBe(true);
  expect(smtpOptions('smtp://u:p@mail.example.org?requireTLS=false').requireTLS).toBe(false);
  expect(smtpOptions('smtp://u:p@localhost:1025').requireTLS).toBe(false);
  expect(smtpOptions('smtp://mailpit:1025').requireTLS).toBe(false);
});

test.each(['mail.example.org', 'https://u:sesame@example.org', 'smtp://'])('refuses %s as a mail server', (url) => {
  expect(() => smtpOptions(url)).toThrow(TypeError);
  expect(() => smtpOptions(url)).not.toThrow('sesame');
});
