import { z } from 'zod';
import type { SignUpMode } from '#core/accounts/identity.ts';
import type { Retention, TimesOfDay } from '#core/jobs/backup-schedule.ts';
import { type MediaLimits, USUAL_LIMITS } from '#core/media/media-limits.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { MIN_SECRET_LENGTH } from '../data-folder/secret.ts';
import { LOG_LEVELS, type LogLevel } from '../log/log.ts';
import type { HstsScope } from '../middleware/security-headers.ts';
import { type CloudSettings, readCloudSettings } from './cloud-settings.ts';

const DEFAULT_PORT = 3000;

const origin = z.string().transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.origin === value.replace(/\/$/, '').toLowerCase()) return url.origin;
  context.addIssue({ code: 'custom', message: 'must be an origin such as https://example.org, without a path' });
  return z.NEVER;
});

/** The token is sent there: only encrypted, or within this machine. */
const purgeUrl = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return (url?.protocol === 'https:' || isLocal) && url?.username === '' && url.password === '';
}, 'must be an https address without a user, or http on localhost');

/** A secret that programs send. */
const token = z.string().regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, no spaces');

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port number from 0 to 65535');

/** @param bytes of the unit */
const size = (unit: string, bytes: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,2}$/, `must be a whole number of ${unit} from 1 to 999`)
    .transform((value) => Number(value) * bytes);

const timesOfDay = z
  .string()
  .regex(
    /^(?:[01]\d|2[0-3]):[0-5]\d(?:,(?:[01]\d|2[0-3]):[0-5]\d){0,23}$/,
    'must be times of day such as 03:15 or 03:15,15:15',
  )
  .transform((value) => value.split(','));

/** `7d,5w,12m`: days, weeks and months, each of which may be missing. */
const retention = z
  .string()
  .regex(/^(?=.)(?:\d{1,3}d)?,?(?:\d{1,3}w)?,?(?:\d{1,3}m)?$/, 'must be days, weeks and months such as 7d,5w,12m')
  .transform((value) => {
    const count = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(value)?.[1] ?? 0);
    return { days: count('d'), weeks: count('w'), months: count('m') };
  });

const schema = z.object({
  PORT: port.default(DEFAULT_PORT),
  HOST: z.string().default('127.0.0.1'),
  MEKI_ORIGIN: origin.optional(),
  MEKI_DATA_DIR: z.string().default('./data'),
  MEKI_BACKEND: z.enum(['embedded', 'cloud'], 'must be embedded or cloud').default('embedded'),
  MEKI_SAMPLE: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((value) => value === 'true')
    .default(true),
  MEKI_SECRET: z.string().min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`).optional(),
  MEKI_SIGNUP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').default('open'),
  MEKI_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must be an address such as smtps://user:password@mail.example.org')
    .optional(),
  MEKI_TRUSTED_PROXIES: z.string().regex(/^\d$/, 'must be a number from 0 to 9').transform(Number).default(0),
  MEKI_HSTS: z.enum(['subdomains', 'host', 'off'], 'must be subdomains, host or off').default('subdomains'),
  MEKI_PURGE_URL: purgeUrl.optional(),
  MEKI_PURGE_TOKEN: token.optional(),
  MEKI_METRICS_PORT: port.optional(),
  MEKI_METRICS_HOST: z.string().default('127.0.0.1'),
  MEKI_METRICS_TOKEN: token.optional(),
  MEKI_BACKUP_DIR: z.string().optional(),
  MEKI_BACKUP_PREFIX: z
    .string()
    .regex(/^backups[a-z0-9-]{0,50}$/, 'must be backups, or begin so, of lower-case letters, digits and hyphens')
    .optional(),
  MEKI_BACKUP_SCHEDULE: timesOfDay.default(['03:15']),
  MEKI_BACKUP_KEEP: retention.default({ days: 7, weeks: 5, months: 12 }),
  MEKI_PICTURE_LIMIT: size('megabytes', 1e6).default(USUAL_LIMITS.picture),
  MEKI_FILE_LIMIT: size('megabytes', 1e6).default(USUAL_LIMITS.file),
  MEKI_FILES_QUOTA: size('gigabytes', 1e9).optional(),
  MEKI_LOG_LEVEL: z.enum(LOG_LEVELS, 'must be debug, info, warn or error').default('info'),
  MEKI_LOG: z.enum(['pretty', 'json', 'silent'], 'must be pretty, json or silent').optional(),
});

/** Read only for the backend `cloud`, or to copy to it. */
const CLOUD_VARIABLES = ['MEKI_CLOUD_PROJECT', 'MEKI_CLOUD_DATABASE', 'MEKI_CLOUD_API_KEY', 'MEKI_FILES_URL'];

const NO_SHARED_SECRET =
  'MEKI_SECRET is missing; the cloud backend needs it, and all instances need the same one: 32 random characters or more.';

/** Their values are never printed. */
const SECRETS = new Set(['MEKI_SECRET', 'MEKI_SMTP_URL', 'MEKI_PURGE_TOKEN', 'MEKI_METRICS_TOKEN']);

const PURGE_WITHOUT_TOKEN = 'MEKI_PURGE_URL and MEKI_PURGE_TOKEN are set together, or neither.';

const NO_BUCKET = 'MEKI_BACKUP_PREFIX is for the cloud backend; with a data folder, set MEKI_BACKUP_DIR.';

const TWO_PLACES = 'MEKI_BACKUP_DIR and MEKI_BACKUP_PREFIX name two places; set one of them.';

/** The settings from environment variables. */
export interface Environment {
  port: number;
  host: string;
  /** Public origin without a trailing slash. `undefined`: `http://localhost:` and the port. */
  origin: string | undefined;
  /** As given; relative to the working directory. */
  dataDir: string;
  /** Of the backend `cloud`; `undefined`: everything is in the data folder. */
  cloud: CloudSettings | undefined;
  /** Whether to import the sample site into an empty store. */
  sample: boolean;
  /** HMAC key for codes; at least 32 characters. `undefined`: the one in the data folder. Always given with `cloud`. */
  secret: string | undefined;
  signUp: SignUpMode;
  /** `undefined`: mail is written to the data folder. Contains a password. */
  smtpUrl: string | undefined;
  /** Number of trusted proxies in front of the server, each of which appends its peer to `X-Forwarded-For`. */
  trustedProxies: number;
  /** Scope of `Strict-Transport-Security` for an https origin. */
  hsts: HstsScope;
  /** Where a CDN takes the addresses of pages that have changed, and the secret for it. `undefined`: it is not told. */
  purge: { url: string; token: string } | undefined;
  /** Where Prometheus asks: at a port of its own, or at the public address with the token. `undefined`: nothing is measured. */
  metrics: { port: number | undefined; host: string; token: string | undefined } | undefined;
  /**
   * Where the server puts backups: a folder as given, or one of the file store; at which times of the site's day, and how many stay.
   * `undefined`: it makes none.
   */
  backups: { to: { folder: string } | { prefix: string }; times: TimesOfDay; keep: Retention } | undefined;
  /** Of uploaded files. */
  limits: MediaLimits;
  /** `undefined`: `pretty` on a terminal, otherwise `json`. */
  log: 'pretty' | 'json' | 'silent' | undefined;
  /** Lines of this level and above are written. */
  logLevel: LogLevel;
}

/** `warnings` do not prevent the start; each is one line. */
export type EnvironmentReading =
  | { ok: true; environment: Environment; warnings: string[] }
  | { ok: false; problems: string[] };

/**
 * Parses Meki's environment variables; an empty one counts as unset. Each problem is one line that names its variable; an
 * unknown `MEKI_*` name is a problem.
 */
export function readEnvironment(variables: { [name: string]: string | undefined }): EnvironmentReading {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const known = [...Object.keys(schema.shape), ...CLOUD_VARIABLES];
  const problems = Object.keys(given)
    .filter((name) => name.startsWith('MEKI_') && !known.includes(name))
    .map((name) => `${name} is not a variable that Meki knows. It knows ${known.join(', ')}.`);
  const parsed = schema.safeParse(given);
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    problems.push(
      SECRETS.has(name) ? `${name} ${issue.message}.` : `${name} ${issue.message}, but is "${given[name]}".`,
    );
  }
  const cloud = given.MEKI_BACKEND === 'cloud' ? readCloudSettings(given) : undefined;
  if (cloud && !cloud.ok) problems.push(...cloud.problems);
  if (cloud && given.MEKI_SECRET === undefined) problems.push(NO_SHARED_SECRET);
  const [url, token] = [given.MEKI_PURGE_URL, given.MEKI_PURGE_TOKEN];
  if ((url === undefined) !== (token === undefined)) problems.push(PURGE_WITHOUT_TOKEN);
  const [folder, prefix] = [given.MEKI_BACKUP_DIR, given.MEKI_BACKUP_PREFIX];
  if (prefix !== undefined && !cloud) problems.push(NO_BUCKET);
  if (prefix !== undefined && folder !== undefined) problems.push(TWO_PLACES);
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  const values = parsed.data;
  const to = folder !== undefined ? { folder } : prefix !== undefined ? { prefix } : undefined;
  return {
    ok: true,
    environment: {
      port: values.PORT,
      host: values.HOST,
      origin: values.MEKI_ORIGIN,
      dataDir: values.MEKI_DATA_DIR,
      cloud: cloud?.ok ? cloud.settings : undefined,
      sample: values.MEKI_SAMPLE,
      secret: values.MEKI_SECRET,
      signUp: values.MEKI_SIGNUP,
      smtpUrl: values.MEKI_SMTP_URL,
      trustedProxies: values.MEKI_TRUSTED_PROXIES,
      hsts: values.MEKI_HSTS,
      purge: url !== undefined && token !== undefined ? { url, token } : undefined,
      metrics:
        values.MEKI_METRICS_PORT === undefined && values.MEKI_METRICS_TOKEN === undefined
          ? undefined
          : { port: values.MEKI_METRICS_PORT, host: values.MEKI_METRICS_HOST, token: values.MEKI_METRICS_TOKEN },
      backups: to && { to, times: values.MEKI_BACKUP_SCHEDULE, keep: values.MEKI_BACKUP_KEEP },
      limits: { picture: values.MEKI_PICTURE_LIMIT, file: values.MEKI_FILE_LIMIT, quota: values.MEKI_FILES_QUOTA },
      log: values.MEKI_LOG,
      logLevel: values.MEKI_LOG_LEVEL,
    },
    warnings: cloud?.warnings ?? [],
  };
}

interface ServedAt {
  /** The public origin, from which localized and canonical addresses are made. */
  origin: string;
  mode: 'production' | 'development';
}

/**
 * What to log if search engines would be told other addresses than the site's own; `undefined` if they are the same, if the
 * configuration names none, and in development. Source: docs/seed-coverage.md §8.
 */
export function siteUrlWarning({ url }: Pick<SiteConfig, 'url'>, { origin, mode }: ServedAt): string | undefined {
  if (mode !== 'production' || url === undefined || url === origin) return undefined;
  return `SEO: localized addresses begin with the base URL ${origin}, but the site URL is ${url}. Set MEKI_ORIGIN=${url}, or change "url" in site.config.ts.`;
}
