-- The trash was called the bin: on the cards of items, and in the audit log.
UPDATE documents
SET data = jsonb_set(data, '$.place', 'trash')
WHERE collection = 'item-cards' AND json_extract(data, '$.place') = 'bin';

UPDATE documents
SET data = jsonb_set(data, '$.act', replace(json_extract(data, '$.act'), 'binned', 'trashed'))
WHERE collection = 'audit-log' AND json_extract(data, '$.act') IN ('item.binned', 'item.unbinned');
