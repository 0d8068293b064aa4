-- Moves the alternative text of the cover from the shared part to each language, so that people with the right to one
-- language can edit it. Drafts are updated from their items when they are next opened.
UPDATE documents
SET data = jsonb(own_cover_alts(json(data), coalesce(
  json_extract(data, '$.sourceLanguage'),
  (SELECT json_extract(item.data, '$.sourceLanguage') FROM documents AS item
   WHERE item.collection = 'items' AND item.id = json_extract(documents.data, '$.itemId'))
)))
WHERE collection IN ('items', 'versions') AND json_type(data, '$.cover.alt') IS NOT NULL;
