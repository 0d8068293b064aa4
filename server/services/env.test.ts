import { describe, expect, test } from 'vitest';
import { readEnvironment, siteUrlWarning } from './env.ts';

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
        cloud: undefined,
        sample: true,
        secret: undefined,
        signUp: 'open',
        smtpUrl: undefined,
        trustedProxies: 0,
        hsts: 'subdomains',
        purge: undefined,
        metrics: undefined,
        backups: undefined,
        limits: { picture: 25_000_000, file: 100_000_000, quota: undefined },
        log: undefined,
        logLevel: 'info',
      },
      warnings: [],
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
      MEKI_PURGE_URL: 'https://cdn.example.org/purge',
      MEKI_PURGE_TOKEN: 'a-token-of-the-cdn',
      MEKI_METRICS_PORT: '9464',
      MEKI_METRICS_TOKEN: 'a-token-of-prometheus',
      MEKI_BACKUP_DIR: '/var/backups/meki',
      MEKI_BACKUP_SCHEDULE: '02:00,14:30',
      MEKI_BACKUP_KEEP: '14d,6m',
      MEKI_PICTURE_LIMIT: '12',
      MEKI_FILE_LIMIT: '250',
      MEKI_FILES_QUOTA: '40',
      MEKI_LOG: 'silent',
      MEKI_LOG_LEVEL: 'warn',
    });
    expect(reading).toEqual({
      ok: true,
      environment: {
        port: 8080,
        host: '0.0.0.0',
        origin: 'https://example.org',
        dataDir: '/var/lib/meki',
        cloud: undefined,
        sample: false,
        secret: 'a secret of thirty-two characters',
        signUp: 'invite',
        smtpUrl: 'smtps://user:word@mail.example.org',
        trustedProxies: 2,
        hsts: 'host',
        purge: { url: 'https://cdn.example.org/purge', token: 'a-token-of-the-cdn' },
        metrics: { port: 9464, host: '127.0.0.1', token: 'a-token-of-prometheus' },
        backups: {
          to: { folder: '/var/backups/meki' },
          times: ['02:00', '14:30'],
          keep: { days: 14, weeks: 0, months: 6 },
        },
        limits: { picture: 12_000_000, file: 250_000_000, quota: 40_000_000_000 },
        log: 'silent',
        logLevel: 'warn',
      },
      warnings: [],
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
    ['MEKI_BACKEND', 'firestore'],
    ['MEKI_SAMPLE', 'yes'],
    ['MEKI_SECRET', 'short'],
    ['MEKI_SIGNUP', 'never'],
    ['MEKI_SMTP_URL', 'mail.example.org'],
    ['MEKI_TRUSTED_PROXIES', 'all'],
    ['MEKI_HSTS', 'on'],
    ['MEKI_PURGE_URL', 'https://cdn.example.org/purge'],
    ['MEKI_PURGE_TOKEN', 'a-token-of-the-cdn'],
    ['MEKI_METRICS_PORT', 'x'],
    ['MEKI_METRICS_TOKEN', 'short'],
    ['MEKI_BACKUP_SCHEDULE', 'nightly'],
    ['MEKI_BACKUP_SCHEDULE', '24:00'],
    ['MEKI_BACKUP_KEEP', '7'],
    ['MEKI_PICTURE_LIMIT', '0'],
    ['MEKI_FILE_LIMIT', '100MB'],
    ['MEKI_FILES_QUOTA', '-1'],
    ['MEKI_LOG', 'loud'],
    ['MEKI_LOG_LEVEL', 'all'],
    ['MEKI_PORT', '3000'],
  ])('names %s in one line when it is %s', (name, value) => {
    const lines = problems({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(name);
    expect(lines[0]).not.toContain('\n');
  });

  test.each([
    'http://cdn.example.org/purge',
    'https://user:word@cdn.example.org/purge',
    'ftp://localhost/purge',
    'purge',
  ])('names MEKI_PURGE_URL when it is %s', (url) => {
    const lines = problems({ MEKI_PURGE_URL: url, MEKI_PURGE_TOKEN: 'a-token-of-the-cdn' });
    expect(lines).toEqual([expect.stringMatching(/^MEKI_PURGE_URL must be an https address/)]);
  });

  test.each([
    ['MEKI_SECRET', 'short'],
    ['MEKI_PURGE_TOKEN', 'a token'],
    ['MEKI_METRICS_TOKEN', 'a token'],
    ['MEKI_SMTP_URL', 'http://user:hunter2@mail'],
  ])('never repeats the value of %s', (name, value) => {
    expect(problems({ [name]: value }).join()).not.toContain(value);
  });

  const cloud = {
    MEKI_BACKEND: 'cloud',
    MEKI_CLOUD_PROJECT: 'demo-meki',
    MEKI_CLOUD_API_KEY: 'the key',
    MEKI_FILES_URL: 's3://k:s@storage.googleapis.com/media?region=auto',
    MEKI_SECRET: 'a secret of thirty-two characters',
  };

  test('has the settings of the cloud only with that backend', () => {
    expect(readEnvironment(cloud)).toMatchObject({ ok: true, environment: { cloud: { project: 'demo-meki' } } });
    expect(readEnvironment({ ...cloud, MEKI_BACKEND: 'embedded' })).toMatchObject({
      ok: true,
      environment: { cloud: undefined },
    });
  });

  test('tells everything at once that the cloud backend lacks, also the secret that its instances share', () => {
    expect(problems({ MEKI_BACKEND: 'cloud' })).toEqual([
      'no-app: MEKI_CLOUD_PROJECT is missing; the cloud backend needs it.',
      'no-app: MEKI_CLOUD_API_KEY is missing; the cloud backend needs it.',
      'no-app: MEKI_FILES_URL is missing; the cloud backend needs it.',
      expect.stringMatching(/^MEKI_SECRET is missing; .* the same one/),
    ]);
  });

  test('has one place of backups: a folder, or one in the bucket, where only backups are', () => {
    expect(problems({ MEKI_BACKUP_PREFIX: 'backups' })).toEqual([expect.stringContaining('is for the cloud backend')]);
    expect(problems({ ...cloud, MEKI_BACKUP_DIR: '/b', MEKI_BACKUP_PREFIX: 'backups' })).toEqual([
      expect.stringContaining('two places'),
    ]);
    expect(problems({ ...cloud, MEKI_BACKUP_PREFIX: 'media' })).toEqual([expect.stringContaining('must be backups')]);
  });

  test('tells what is given twice, and starts', () => {
    const reading = readEnvironment({ ...cloud, GCLOUD_PROJECT: 'other-project' });
    expect(reading).toMatchObject({ ok: true, warnings: [expect.stringMatching(/^duplicate-app: GCLOUD_PROJECT/)] });
  });

  test('reports every problem at once', () => {
    expect(problems({ PORT: 'x', MEKI_LOG: 'x', MEKI_X: 'x' })).toHaveLength(3);
  });
});

const url = 'https://example.org';

test('in production, a site that is served with another base URL than its own is a problem for search engines', () => {
  expect(siteUrlWarning({ url }, { origin: 'http://localhost:3000', mode: 'production' })).toBe(
    'SEO: localized addresses begin with the base URL http://localhost:3000, but the site URL is https://example.org. Set MEKI_ORIGIN=https://example.org, or change "url" in site.config.ts.',
  );
});

test.each([
  ['with the same URL', { url }, { origin: url, mode: 'production' as const }],
  ['without a site URL', {}, { origin: 'http://localhost:3000', mode: 'production' as const }],
  ['in development', { url }, { origin: 'http://localhost:3000', mode: 'development' as const }],
])('%s there is nothing to say', (_, config, served) => {
  expect(siteUrlWarning(config, served)).toBeUndefined();
});
