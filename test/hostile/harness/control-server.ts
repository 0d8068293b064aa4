/**
 * The control: a server that does next to nothing, in a process of its own. Where its answers are late, the machine was
 * stalled, and not the server that is tested. Run as a child process with IPC; tells its port.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
