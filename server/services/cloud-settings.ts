import { type Bucket, parseFilesUrl } from '#core/media/files-url.ts';

/** The settings of the cloud backend. */
export interface CloudSettings {
  project: string;
  database: string;
  apiKey: string;
  bucket: Bucket;
  /** Hosts and ports of emulators. */
  emulators: { firestore?: string; auth?: string };
}

/** `problems` prevent the start; `warnings` are logged. Each is one line that begins with the name of the error of the cloud app. */
export type CloudReading =
  | { ok: true; settings: CloudSettings; warnings: string[] }
  | { ok: false; problems: string[]; warnings: string[] };

const NEEDED = ['MEKI_CLOUD_PROJECT', 'MEKI_CLOUD_API_KEY', 'MEKI_FILES_URL'] as const;

/** The names that Google's tools read for the project. */
const OTHER_PROJECTS = ['GOOGLE_CLOUD_PROJECT', 'GCLOUD_PROJECT'];

const EMULATORS = { firestore: 'FIRESTORE_EMULATOR_HOST', auth: 'FIREBASE_AUTH_EMULATOR_HOST' } as const;

/**
 * Parses the variables of the cloud backend; an empty one counts as unset. What is missing is `no-app`, what is given twice in
 * different ways is `duplicate-app`: then the variable of Meki's own applies, and emulators before credentials.
 */
export function readCloudSettings(variables: { [name: string]: string | undefined }): CloudReading {
  const given = (name: string) => variables[name] || undefined;
  const problems = NEEDED.filter((name) => !given(name)).map(
    (name) => `no-app: ${name} is missing; the cloud backend needs it.`,
  );
  const project = given('MEKI_CLOUD_PROJECT') ?? '';
  if (project !== '' && !/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project)) {
    problems.push(`no-app: MEKI_CLOUD_PROJECT must be the id of a project, but is "${project}".`);
  }
  const database = given('MEKI_CLOUD_DATABASE') ?? '(default)';
  if (database !== '(default)' && !/^[a-z][a-z0-9-]{2,61}[a-z0-9]$/.test(database)) {
    problems.push(`no-app: MEKI_CLOUD_DATABASE must be the id of a database, but is "${database}".`);
  }
  const bucket = parseFilesUrl(given('MEKI_FILES_URL') ?? '');
  if ('problem' in bucket && given('MEKI_FILES_URL')) problems.push(`no-app: MEKI_FILES_URL ${bucket.problem}.`);

  const emulators: CloudSettings['emulators'] = {};
  for (const [service, name] of Object.entries(EMULATORS)) {
    const host = given(name);
    if (host === undefined) continue;
    if (/^[^\s/]+:\d{1,5}$/.test(host)) emulators[service as keyof typeof EMULATORS] = host;
    else problems.push(`no-app: ${name} must be a host and a port, but is "${host}".`);
  }

  const warnings = OTHER_PROJECTS.filter((name) => given(name) !== undefined && given(name) !== project).map(
    (name) => `duplicate-app: ${name} names another project than MEKI_CLOUD_PROJECT, which applies.`,
  );
  const hosts = Object.keys(emulators).length;
  if (hosts > 0 && given('GOOGLE_APPLICATION_CREDENTIALS')) {
    warnings.push(
      'duplicate-app: GOOGLE_APPLICATION_CREDENTIALS is not used for the services that an emulator replaces.',
    );
  }
  if (hosts === 1) {
    const [only] = Object.keys(emulators);
    const [name, other] =
      only === 'auth' ? [EMULATORS.auth, EMULATORS.firestore] : [EMULATORS.firestore, EMULATORS.auth];
    warnings.push(
      `duplicate-app: ${name} is set without ${other}, so that documents and accounts are in different places.`,
    );
  }
  if (problems.length > 0 || 'problem' in bucket) return { ok: false, problems, warnings };
  return {
    ok: true,
    settings: { project, database, apiKey: given('MEKI_CLOUD_API_KEY') ?? '', bucket, emulators },
    warnings,
  };
}
