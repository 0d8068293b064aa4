-- The cards of publications were called listings, which are what they make up together.
UPDATE documents SET collection = 'publication-cards' WHERE collection = 'listings';

UPDATE changes SET collection = 'publication-cards' WHERE collection = 'listings';
