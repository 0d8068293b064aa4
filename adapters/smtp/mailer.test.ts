import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { contractMail, mailerContract } from '../contracts/mailer.contract.ts';
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

/** Replies that replace the server's usual ones, by command: `RCPT` → `550 No such user`. */
interface FakeReplies {
  [verb: string]: string;
}

interface FakeSmtpServer {
  url: string;
  /** All received messages, raw. */
  messages: string[];
  /** All received command lines. */
  commands: string[];
  replies: FakeReplies;
}

const USUAL: FakeReplies = {
  EHLO: '250-fake\r\n250 8BITMIME',
  DATA: '354 Go on',
  QUIT: '221 Bye',
  AUTH: '235 Welcome',
};

/** A minimal mail server on a free local port. Stopped when its test ends. */
async function startFakeSmtpServer(replies: FakeReplies = {}): Promise<FakeSmtpServer> {
  const sockets = new Set<Socket>();
  const server: FakeSmtpServer = { url: '', messages: [], commands: [], replies };
  const net = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    converse(socket, server);
  });
  await new Promise<void>((resolve) => net.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => net.close(resolve));
  });
  const address = net.address();
  server.url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return server;
}

function converse(socket: Socket, server: FakeSmtpServer): void {
  let buffer = '';
  let inMessage = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.setEncoding('utf8');
  say(server.replies.GREETING ?? '220 fake ESMTP');
  socket.on('data', (chunk) => {
    buffer += chunk;
    while (true) {
      const end = inMessage ? '\r\n.\r\n' : '\r\n';
      const at = buffer.indexOf(end);
      if (at < 0) return;
      const part = buffer.slice(0, at);
      buffer = buffer.slice(at + end.length);
      if (inMessage) {
        inMessage = false;
        const reply = server.replies.MESSAGE ?? '250 Taken';
        if (reply.startsWith('2')) server.messages.push(`${part.replace(/^\.\./gm, '.')}\r\n`);
        say(reply);
        continue;
      }
      server.commands.push(part);
      const verb = part.split(/[ :]/)[0]?.toUpperCase() ?? '';
      const reply = server.replies[verb] ?? USUAL[verb] ?? '250 OK';
      inMessage = verb === 'DATA' && reply.startsWith('354');
      say(reply);
      if (verb === 'QUIT') socket.end();
    }
  });
}
