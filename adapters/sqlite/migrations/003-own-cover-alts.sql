-- What a cover shows is each language's own to say. It stood beside the picture, in what the languages share, where who
-- writes one language alone could not write it. Drafts follow their items when they are next opened.
UPDATE documents
SET data = jsonb(own_cover_alts(json(data), coalesce(
  json_extract(data, '$.sourceLanguage'),
  (SELECT json_extract(item.data, '$.sourceLanguage') FROM documents AS item
   WHERE item.collection = 'items' AND item.id = json_extract(documents.data, '$.itemId'))
)))
WHERE collection IN ('items', 'versions') AND json_type(data, '$.cover.alt') IS NOT NULL;
