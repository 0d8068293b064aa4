-- How many bytes of earlier contents the change log keeps, so that it is bounded by them too. length() reads no contents.
ALTER TABLE store ADD COLUMN change_bytes INTEGER NOT NULL DEFAULT 0;

UPDATE store SET change_bytes = (SELECT coalesce(sum(length(before)), 0) FROM changes);
