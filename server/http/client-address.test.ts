import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { partial } from '../../test/helpers/partial.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { clientAddress, createProxyNotice } from './client-address.ts';

describe('the address of who asks', () => {
  test('is that of the connection, whatever a header says, when no proxy is trusted', () => {
    expect(clientAddress('198.51.100.7', '203.0.113.1', 0)).toBe('198.51.100.7');
  });

  test('is what the outermost trusted proxy wrote', () => {
    expect(clientAddress('10.0.0.2', '6.6.6.6, 203.0.113.1', 1)).toBe('203.0.113.1');
    expect(clientAddress('10.0.0.2', '6.6.6.6, 203.0.113.1, 10.0.0.1', 2)).toBe('203.0.113.1');
  });

  test('is the best there is when the header is shorter than it should be', () => {
    expect(clientAddress('10.0.0.2', '203.0.113.1', 3)).toBe('203.0.113.1');
    expect(clientAddress('10.0.0.2', undefined, 1)).toBe('10.0.0.2');
  });

  test.each([
    ['203.0.113.1:5678', '203.0.113.1'],
    ['[2001:db8::1]:80', '2001:db8::1'],
    ['[2001:DB8:0:0::1]', '2001:db8::1'],
    ['2001:db8:0::1', '2001:db8::1'],
    ['::ffff:203.0.113.1', '203.0.113.1'],
    ['[::ffff:cb00:7101]:9', '203.0.113.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
  ])('is the same however a proxy writes it: %s', (written, address) => {
    expect(clientAddress('10.0.0.2', `6.6.6.6, ${written}`, 1)).toBe(address);
  });

  test.each([
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.1:x',
    '[::1',
    '::1]:80',
    'a b',
    '%',
    ':',
    '٣.٣.٣.٣',
    '1',
    '203.0.113.1/24',
    'x@203.0.113.1',
  ])('is that of the proxy when what it wrote is no address: %s', (written) => {
    expect(clientAddress('::ffff:10.0.0.2', `6.6.6.6, ${written}`, 1)).toBe('10.0.0.2');
  });
});

describe('a proxy that is not trusted', () => {
  const passed = (address: string, from?: string) => ({
    socket: partial<IncomingMessage['socket']>({ remoteAddress: address }),
    headers: from === undefined ? {} : { 'x-forwarded-for': from },
  });

  test('is told once, if it is near', () => {
    const log = createFakeLog();
    const note = createProxyNotice(log, 0);
    for (const request of [passed('127.0.0.1'), passed('203.0.113.9', '198.51.100.1')]) note(request);
    expect(log.warnings).toEqual([]);
    for (const address of ['::ffff:172.17.0.1', '127.0.0.1', 'fd00::1']) note(passed(address, '198.51.100.1'));
    expect(log.warnings).toHaveLength(1);
  });

  test('is nothing to tell of where proxies are counted', () => {
    const log = createFakeLog();
    createProxyNotice(log, 1)(passed('127.0.0.1', '198.51.100.1'));
    expect(log.warnings).toEqual([]);
  });
});
