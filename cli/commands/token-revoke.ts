import { revokeApiToken } from '#core/tokens/api-tokens.ts';
import { type Command, CommandFailure, DONE } from '../command-line/command.ts';
import { withSite } from '../command-line/open-site.ts';
import { describeToken, tokenJson } from '../command-line/report-token.ts';

export const tokenRevoke: Command = {
  name: 'token revoke',
  operands: 'ID',
  summary: 'ends a token with its next request; meki token list tells the ids',
  operandCount: [1, 1],
  run: ([id = ''], { json }, context) =>
    withSite(context, async ({ store, actor }) => {
      const revoked = await revokeApiToken({ store }, actor, id);
      if (!revoked.ok) {
        const isGone = revoked.reason === 'not-found';
        throw new CommandFailure([isGone ? `There is no token "${id}".` : `The token ${id} is revoked already.`]);
      }
      if (json) context.out(`${JSON.stringify({ ok: true, ...tokenJson(revoked.facts) })}\n`);
      else context.out(`${describeToken(revoked.facts)}\n`);
      return DONE;
    }),
};
