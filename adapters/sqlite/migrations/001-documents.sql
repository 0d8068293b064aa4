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
-- `trimmed_version` have been trimmed; `change_count` is the number of the others.
CREATE TABLE store (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  epoch TEXT NOT NULL,
  version INTEGER NOT NULL,
  trimmed_version INTEGER NOT NULL,
  change_count INTEGER NOT NULL
) STRICT;

INSERT INTO store (one, epoch, version, trimmed_version, change_count) VALUES (1, lower(hex(randomblob(8))), 0, 0, 0);
