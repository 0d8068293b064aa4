-- Drafts and the updates that make them up. Positions are of all drafts together and never come back, so that one that was
-- noted cannot come to mean another update.
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
