/** What a process has used of a service that bills operations: documents read, and documents written or deleted. */
export interface StoreUsage {
  reads: number;
  writes: number;
}
