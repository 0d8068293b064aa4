import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

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
});
