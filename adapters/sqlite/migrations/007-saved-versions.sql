-- Renames the documents of saved versions: they were called versions, like the number of a document.
UPDATE documents SET collection = 'saved-versions' WHERE collection = 'versions';

UPDATE changes SET collection = 'saved-versions' WHERE collection = 'versions';
