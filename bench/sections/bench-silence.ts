import { median } from '../measuring/statistics.ts';
import type { Figure } from '../reporting/report.ts';
import { createAccountsForTries } from '../sites/create-accounts-for-tries.ts';
import { postForm } from '../sites/post-form.ts';
import { startChild } from '../sites/start-child.ts';

/** Tries per email before the rate limit applies: see decisions/009. */
const TRIES_PER_EMAIL = 4;

/** Emails of each kind per operation. */
const EMAILS = 12;

interface Action {
  name: string;
  path: string;
  fields: { [name: string]: string };
  /** The status for known and unknown emails alike. */
  status: number;
}

const ACTIONS: Action[] = [
  { name: 'sign-in', path: '/admin/signin', fields: { password: 'no-es-la-buena' }, status: 401 },
  { name: 'sign-up', path: '/admin/signup', fields: { name: 'Ana', password: 'una-lámpara-azul-9' }, status: 303 },
  { name: 'reset', path: '/admin/reset', fields: {}, status: 303 },
];

/** Response time for an email with an account relative to one without, alternating, one at a time. */
export async function benchSilence(dataFolder: string): Promise<Figure[]> {
  const known = ACTIONS.map(({ name }) => emails('known', name));
  await createAccountsForTries({ dataDir: dataFolder }, known.flat());
  const server = await startChild('serve-meki', [dataFolder, 'cached']);
  const figures: Figure[] = [];
  try {
    const time = async ({ name, path, fields, status }: Action, email: string) => {
      const startedAt = performance.now();
      const answered = await postForm(server.origin + path, { ...fields, email });
      const took = performance.now() - startedAt;
      if (answered !== status) throw new Error(`${name} was answered with ${answered}`);
      return took;
    };
    for (const [index, action] of ACTIONS.entries()) {
      for (const email of emails('first', action.name)) await time(action, email);
      const times = { known: [] as number[], unknown: [] as number[] };
      const turns = { known: known[index] ?? [], unknown: emails('unknown', action.name) };
      for (let turn = 0; turn < EMAILS * TRIES_PER_EMAIL; turn += 1) {
        // The order alternates, since a try's deferred work affects the next one.
        const order = ['known', 'unknown'] as const;
        for (const kind of turn % 2 === 0 ? order : order.toReversed()) {
          times[kind].push(await time(action, turns[kind][turn % EMAILS] ?? ''));
        }
      }
      figures.push(
        {
          name: `${action.name}, known email of unknown`,
          value: median(times.known) / median(times.unknown),
          unit: 'ratio',
        },
        { name: `${action.name}, known email`, value: median(times.known), unit: 'ms' },
      );
    }
  } finally {
    await server.stop();
  }
  return figures;
}

function emails(kind: string, action: string): string[] {
  return Array.from({ length: EMAILS }, (_, number) => `${kind}-${action}-${number}@bench.test`);
}
