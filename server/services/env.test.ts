import { describe, expect, test } from 'vitest';
import { readEnvironment } from './env.ts';

const problems = (variables: { [name: string]: string }) => {
  const reading = readEnvironment(variables);
  return reading.ok ? [] : reading.problems;
};

describe('the environment', () => {
  test('has a default for everything', () => {
    expect(readEnvironment({ PATH: '/bin', HOME: '/root' })).toEqual({
      ok: true,
      environment: {
        port: 3000,
        host: '127.0.0.1',
        origin: undefined,
        dataDir: './data',
        backend: 'embedded',
        sample: true,
        secret: undefined,
        signUp: 'open',
        smtpUrl: undefined,
        trustedProxies: 0,
        hsts: 'subdomains',
        log: undefined,
      },
    });
  });

  test('is read from its variables', () => {
    const reading = readEnvironment({
      PORT: '8080',
      HOST: '0.0.0.0',
      MEKI_ORIGIN: 'https://example.org/',
      MEKI_DATA_DIR: '/var/lib/meki',
      MEKI_BACKEND: 'embedded',
      MEKI_SAMPLE: 'false',
      MEKI_SECRET: 'a secret of thirty-two characters',
      MEKI_SIGNUP: 'invite',
      MEKI_SMTP_URL: 'smtps://user:word@mail.example.org',
      MEKI_TRUSTED_PROXIES: '2',
      MEKI_HSTS: 'host',
      MEKI_LOG: 'silent',
    });
    expect(reading).toEqual({
      ok: true,
      environment: {
        port: 8080,
        host: '0.0.0.0',
        origin: 'https://example.org',
        dataDir: '/var/lib/meki',
        backend: 'embedded',
        sample: false,
        secret: 'a secret of thirty-two characters',
        signUp: 'invite',
        smtpUrl: 'smtps://user:word@mail.example.org',
        trustedProxies: 2,
        hsts: 'host',
        log: 'silent',
      },
    });
  });

  test('treats an empty variable as one that is not set', () => {
    expect(readEnvironment({ PORT: '', MEKI_LOG: '', MEKI_NONSENSE: '' })).toMatchObject({ ok: true });
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['MEKI_ORIGIN', 'example.org'],
    ['MEKI_ORIGIN', 'https://example.org/site'],
    ['MEKI_ORIGIN', 'ftp://example.org'],
    ['MEKI_BACKEND', 'cloud'],
    ['MEKI_SAMPLE', 'yes'],
    ['MEKI_SECRET', 'short'],
    ['MEKI_SIGNUP', 'never'],
    ['MEKI_SMTP_URL', 'mail.example.org'],
    ['MEKI_TRUSTED_PROXIES', 'all'],
    ['MEKI_HSTS', 'on'],
    ['MEKI_LOG', 'loud'],
    ['MEKI_PORT', '3000'],
  ])('names %s in one line when it is %s', (name, value) => {
    const lines = problems({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(name);
    expect(lines[0]).not.toContain('\n');
  });

  test.each([
    ['MEKI_SECRET', 'short'],
    ['MEKI_SMTP_URL', 'http://user:hunter2@mail'],
  ])('never repeats the value of %s', (name, value) => {
    expect(problems({ [name]: value }).join()).not.toContain(value);
  });

  test('reports every problem at once', () => {
    expect(problems({ PORT: 'x', MEKI_LOG: 'x', MEKI_X: 'x' })).toHaveLength(3);
  });
});
