import type { Command } from '../command-line/command.ts';

export const serve: Command = {
  name: 'serve',
  operands: '',
  summary: 'serves the site, as npm start does once it is built',
  operandCount: [0, 0],
  async run(_operands, { json }, { variables }) {
    const { startServer } = await import('#server/start-server.ts');
    await startServer(json ? { ...variables, MEKI_LOG: variables.MEKI_LOG || 'json' } : variables);
    return 0;
  },
};
