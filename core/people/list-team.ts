import { actorOf } from '../access/actor.ts';
import { may } from '../access/policy.ts';
import type { Identity } from '../accounts/identity.ts';
import type { User } from '../accounts/user.ts';

/** Accounts per read. */
const BATCH = 200;

/** Maximum people, so that their mails fit into the commit that they are about. Source: Meki's own. */
const MOST = 100;

/** The people who may do something, ordered by email. The caller has checked the policy table, or tells nobody. */
export async function listTeam(
  identity: Pick<Identity, 'list'>,
  permission: 'inbox.manage' | 'item.publish',
): Promise<User[]> {
  const team: User[] = [];
  let after: string | undefined;
  while (team.length < MOST) {
    const users = await identity.list({ limit: BATCH, ...(after !== undefined && { after }) });
    team.push(...users.filter((user) => user.confirmed && may(actorOf(user), permission)));
    after = users.at(-1)?.email;
    if (users.length < BATCH) break;
  }
  return team.slice(0, MOST);
}
