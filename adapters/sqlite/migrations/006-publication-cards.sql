-- Renames the documents of lists: publication cards were called listings.
UPDATE documents SET collection = 'publication-cards' WHERE collection = 'listings';

UPDATE changes SET collection = 'publication-cards' WHERE collection = 'listings';
