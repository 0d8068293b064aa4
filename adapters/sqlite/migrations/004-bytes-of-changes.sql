-- The bytes of previous contents in the change log, which is limited by them too. length() does not read the contents.
ALTER TABLE store ADD COLUMN change_bytes INTEGER NOT NULL DEFAULT 0;

UPDATE store SET change_bytes = (SELECT coalesce(sum(length(before)), 0) FROM changes);
