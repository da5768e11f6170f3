/** A value that only grows: what was last acknowledged, and what was last asked for. */
export type Counter = { acknowledged: number; asked: number };

/** What the agent has acknowledged, and what it was asked for without an answer: that may be there or not, but whole. */
export type Ledger = {
  /** Captions by the post's id. */
  posts: Map<string, string>;
  unansweredPosts: Map<string, string>;
  removed: Set<string>;
  /** SHA-256 by the file's name in the library. */
  files: Map<string, string>;
  unansweredFiles: Map<string, string>;
  /** The status of script runs by id. */
  runs: Map<string, string>;
  /** Posts of acknowledged generations. */
  generated: number;
  /** A row of the database, and a private file of the data directory. */
  settings: Counter;
  cap: Counter;
  acknowledged: number;
  /** Requests that were not answered in time. */
  hung: string[];
};

export function newLedger(): Ledger {
  return {
    posts: new Map(),
    unansweredPosts: new Map(),
    removed: new Set(),
    files: new Map(),
    unansweredFiles: new Map(),
    runs: new Map(),
    generated: 0,
    settings: { acknowledged: 0, asked: 0 },
    cap: { acknowledged: 0, asked: 0 },
    acknowledged: 0,
    hung: [],
  };
}
