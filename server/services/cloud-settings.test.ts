import { describe, expect, test } from 'vitest';
import { readCloudSettings } from './cloud-settings.ts';

const whole = {
  MEKI_CLOUD_PROJECT: 'demo-meki',
  MEKI_CLOUD_API_KEY: 'the key',
  MEKI_FILES_URL: 's3://k:s@storage.googleapis.com/media?region=auto',
};

describe('the settings of the cloud backend', () => {
  test('are read from their variables', () => {
    const reading = readCloudSettings({
      ...whole,
      MEKI_CLOUD_DATABASE: 'meki-site',
      FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
      FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099',
    });
    expect(reading).toEqual({
      ok: true,
      settings: {
        project: 'demo-meki',
        database: 'meki-site',
        apiKey: 'the key',
        bucket: {
          endpoint: 'https://storage.googleapis.com',
          name: 'media',
          region: 'auto',
          accessKeyId: 'k',
          secretAccessKey: 's',
        },
        emulators: { firestore: '127.0.0.1:8080', auth: 'localhost:9099' },
      },
      warnings: [],
    });
  });

  test('have the default database and no emulators', () => {
    expect(readCloudSettings({ ...whole, MEKI_CLOUD_DATABASE: '' })).toMatchObject({
      settings: { database: '(default)', emulators: {} },
      warnings: [],
    });
  });

  test('that are missing are no-app, one line each', () => {
    expect(readCloudSettings({})).toEqual({
      ok: false,
      problems: [
        'no-app: MEKI_CLOUD_PROJECT is missing; the cloud backend needs it.',
        'no-app: MEKI_CLOUD_API_KEY is missing; the cloud backend needs it.',
        'no-app: MEKI_FILES_URL is missing; the cloud backend needs it.',
      ],
      warnings: [],
    });
  });

  test.each([
    ['MEKI_CLOUD_PROJECT', 'Demo Meki'],
    ['MEKI_CLOUD_DATABASE', 'x'],
    ['MEKI_FILES_URL', 's3://k:hunter2@host'],
    ['FIRESTORE_EMULATOR_HOST', 'http://127.0.0.1:8080'],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'localhost'],
  ])('with %s as %s are no-app, in one line that names it and no secret', (name, value) => {
    const reading = readCloudSettings({ ...whole, [name]: value });
    if (reading.ok) throw new Error('was accepted');
    expect(reading.problems).toEqual([expect.stringContaining(`no-app: ${name} must `)]);
    expect(reading.problems[0]).not.toMatch(/hunter2|\n/);
  });

  test.each([
    [{ GOOGLE_CLOUD_PROJECT: 'other-project' }, 'GOOGLE_CLOUD_PROJECT names another project'],
    [{ GCLOUD_PROJECT: 'other-project' }, 'GCLOUD_PROJECT names another project'],
    [{ FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }, 'is set without FIRESTORE_EMULATOR_HOST'],
    [{ FIRESTORE_EMULATOR_HOST: 'localhost:8080' }, 'is set without FIREBASE_AUTH_EMULATOR_HOST'],
    [
      {
        GOOGLE_APPLICATION_CREDENTIALS: 'key.json',
        FIRESTORE_EMULATOR_HOST: 'localhost:8080',
        FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099',
      },
      'GOOGLE_APPLICATION_CREDENTIALS is not used',
    ],
  ])('that are given twice, as in %j, are duplicate-app, and start', (variables, warning) => {
    const reading = readCloudSettings({ ...whole, ...variables });
    expect(reading.ok).toBe(true);
    expect(reading.warnings).toEqual([expect.stringMatching(/^duplicate-app: /)]);
    expect(reading.warnings[0]).toContain(warning);
  });

  test('are not doubled by a second variable with the same project', () => {
    expect(readCloudSettings({ ...whole, GOOGLE_CLOUD_PROJECT: 'demo-meki' }).warnings).toEqual([]);
  });
});
