-- The first schema. Databases with lower numbers are from before the first release (decision 73).

-- All documents. A table with row ids, not WITHOUT ROWID: bodies reach hundreds of kilobytes, which would fill the inner
-- pages of a clustered key, and every index would contain the whole path instead of a small integer. The body is the last
-- column, so that reading the others never touches its overflow pages.
CREATE TABLE documents (
  key INTEGER PRIMARY KEY,
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX documents_path ON documents (collection, id);

-- The changes of each commit, in order: the sequence is version * 512 + the index of the write in its commit. Only previous
-- contents are stored; the contents after a commit are those before the document's next change, or the document itself.
CREATE TABLE changes (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  before_version INTEGER,
  before_created_at INTEGER,
  before_updated_at INTEGER,
  before BLOB
) STRICT;

CREATE INDEX changes_path ON changes (collection, id, sequence);

-- One row for the whole store. `epoch` identifies this history of versions; `version` is its last commit; the changes up to
-- `trimmed_version` have been trimmed; `change_count` is the number of the others, `change_bytes` that of the bytes of their
-- previous contents: the change log is limited by both.
CREATE TABLE store (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  epoch TEXT NOT NULL,
  version INTEGER NOT NULL,
  trimmed_version INTEGER NOT NULL,
  change_count INTEGER NOT NULL,
  change_bytes INTEGER NOT NULL
) STRICT;

INSERT INTO store VALUES (1, lower(hex(randomblob(8))), 0, 0, 0, 0);

-- Drafts and their updates. Positions are unique across all drafts and never reused, so that a stored position always
-- refers to the same update.
CREATE TABLE drafts (
  key INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  last INTEGER NOT NULL DEFAULT 0,
  settled INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX drafts_unsettled ON drafts (name) WHERE settled < last;

CREATE TABLE draft_updates (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  draft INTEGER NOT NULL REFERENCES drafts (key) ON DELETE CASCADE,
  data BLOB NOT NULL
) STRICT;

CREATE INDEX draft_updates_draft ON draft_updates (draft);
