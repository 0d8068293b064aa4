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
