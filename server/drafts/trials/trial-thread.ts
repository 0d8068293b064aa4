/** The entry of the thread that tries updates of drafts: a job per message. */
import { parentPort } from 'node:worker_threads';
import { type MergeJob, measurePace, mergeUpdates, type TryJob, tryDraft } from './try-draft.ts';

parentPort?.on('message', (job: TryJob | MergeJob) => {
  parentPort?.postMessage(job.kind === 'try' ? tryDraft(job) : mergeUpdates(job));
});
parentPort?.postMessage({ kind: 'ready', pace: measurePace() });
