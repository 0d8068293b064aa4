import { deleteMedia } from '#core/media-uses/delete-media.ts';
import { recordMediaUses } from '#core/media-uses/record-media-uses.ts';
import { type Command, CommandFailure, DONE } from '../command-line/command.ts';
import { withSite } from '../command-line/open-site.ts';

export const mediaDelete: Command = {
  name: 'media delete',
  operands: 'ID',
  summary: 'deletes an uploaded file that nothing uses for good; its id is in its address',
  details: ['  --force  even while items use it, which are shown without it from then on'],
  operandCount: [1, 1],
  options: { force: { type: 'boolean' } },
  run: ([id = ''], { json, values }, context) =>
    withSite(context, async (site) => {
      await recordMediaUses(site.store, site.config);
      const deleted = await deleteMedia(site, { kind: 'command-line' }, { id, force: values.force === true });
      if (!deleted.ok) {
        switch (deleted.reason) {
          case 'not-found':
            throw new CommandFailure([`There is no file "${id}".`]);
          case 'uses-unknown':
            throw new CommandFailure(['Another process is looking for what uses the file. Try again in a minute.']);
          case 'in-use':
            throw new CommandFailure([
              `The file ${id} is in use; --force deletes it nevertheless:`,
              ...deleted.uses.map(({ itemId, title, place }) => `  ${itemId}  ${PLACES[place]}  ${title}`),
            ]);
        }
      }
      const { name } = deleted;
      if (json) context.out(`${JSON.stringify({ ok: true, id, name })}\n`);
      else context.out(`The file ${id} (${name}) is deleted\n`);
      return DONE;
    }),
};

const PLACES = { public: 'public', draft: 'in the draft', history: 'in the history' } as const;
