import type { LoadOptions } from './measure-load.ts';

export interface ThroughputOptions extends LoadOptions {
  tool: 'wrk' | 'node';
  /** Measurements of each kind, in turns; their medians count. */
  rounds: number;
  /** For files of the measurement. */
  folder: string;
}
