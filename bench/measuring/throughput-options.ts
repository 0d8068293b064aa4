import type { LoadOptions } from './measure-load.ts';

export interface ThroughputOptions extends LoadOptions {
  tool: 'wrk' | 'node';
  /** Measurements of each kind, alternating; the median is reported. */
  rounds: number;
  /** A folder for temporary files. */
  folder: string;
}
