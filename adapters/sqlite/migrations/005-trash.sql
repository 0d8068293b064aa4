-- Renames: the trash was called bin, `trashedAt` was called `deletedAt`, and purging was called deleting, which was ambiguous.
UPDATE documents
SET data = jsonb_remove(jsonb_set(data, '$.trashedAt', json_extract(data, '$.deletedAt')), '$.deletedAt')
WHERE collection IN ('items', 'item-cards') AND json_type(data, '$.deletedAt') IS NOT NULL;

UPDATE documents
SET data = jsonb_set(data, '$.place', iif(json_extract(data, '$.place') = 'bin', 'trash', 'purging'))
WHERE collection = 'item-cards' AND json_extract(data, '$.place') IN ('bin', 'going');

UPDATE documents
SET data = jsonb_set(data, '$.act', CASE json_extract(data, '$.act')
  WHEN 'item.binned' THEN 'item.trashed' WHEN 'item.unbinned' THEN 'item.untrashed' ELSE 'item.purged' END)
WHERE collection = 'audit-log' AND json_extract(data, '$.act') IN ('item.binned', 'item.unbinned', 'item.deleted');

UPDATE documents
SET data = jsonb_set(data, '$.details.refused', 'item.trash')
WHERE collection = 'audit-log' AND json_extract(data, '$.details.refused') = 'item.delete';
