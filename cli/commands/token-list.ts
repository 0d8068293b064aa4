import { listApiTokens, type TokenFacts } from '#core/tokens/api-tokens.ts';
import { type Command, DONE } from '../command-line/command.ts';
import { withSite } from '../command-line/open-site.ts';
import { describeToken, tokenJson } from '../command-line/report-token.ts';

export const tokenList: Command = {
  name: 'token list',
  operands: '',
  summary: 'lists the tokens of programs, the newest first',
  operandCount: [0, 0],
  run: (_operands, { json }, context) =>
    withSite(context, async ({ store }) => {
      const tokens = await listApiTokens(store);
      if (json) context.out(`${JSON.stringify({ ok: true, tokens: tokens.map(tokenJson) })}\n`);
      else if (tokens.length === 0) context.error('There are no tokens yet. Make one with meki token create.\n');
      else context.out(tokens.map((token) => `${describeToken(token)}  ${lastUse(token)}\n`).join(''));
      return DONE;
    }),
};

function lastUse({ lastUsedAt }: TokenFacts): string {
  return lastUsedAt === undefined ? 'never used' : `last used ${new Date(lastUsedAt).toISOString()}`;
}
