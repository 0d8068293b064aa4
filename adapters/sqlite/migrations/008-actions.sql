-- Renames members: an action was called an act; the id of the action that made a revision was called like the action itself.
UPDATE documents
SET data = jsonb_remove(jsonb_set(data, '$.action', json_extract(data, '$.act')), '$.act')
WHERE collection = 'audit-log' AND json_type(data, '$.act') IS NOT NULL;

UPDATE documents
SET data = jsonb_remove(jsonb_set(data, '$.actionId', json_extract(data, '$.act')), '$.act')
WHERE collection = 'revisions' AND json_type(data, '$.act') IS NOT NULL;

UPDATE documents
SET data = jsonb_set(data, '$.languages', (
  SELECT jsonb_group_object(key, iif(
    json_type(value, '$.schedule.failed.act') IS NULL,
    jsonb(value),
    jsonb_remove(
      jsonb_set(value, '$.schedule.failed.action', json_extract(value, '$.schedule.failed.act')),
      '$.schedule.failed.act'
    )
  ))
  FROM json_each(data, '$.languages')
))
WHERE collection IN ('items', 'item-cards') AND EXISTS (
  SELECT 1 FROM json_each(data, '$.languages') WHERE json_type(value, '$.schedule.failed.act') IS NOT NULL
);
