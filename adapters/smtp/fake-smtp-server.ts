import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Replies that replace the server's usual ones, by command: `RCPT` → `550 No such user`. */
export interface FakeReplies {
  [verb: string]: string;
}

export interface FakeSmtpServer {
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
export async function startFakeSmtpServer(replies: FakeReplies = {}): Promise<FakeSmtpServer> {
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
