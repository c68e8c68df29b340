-- safe throughout: the tables of the search were never released
-- Postings say where in the texts words stand, so that phrases are found without reading the texts. The job indexes everything anew.
delete from search_postings;
delete from search_segments;
delete from search_gone;
delete from search_items;

-- For each entry the places of the word in that item, as in `search_items.tsv`: a character for each, `chr(32 + place)`, and a
-- space between items. '#1 %' are the places 3 and 17 in one item and 5 in the next.
alter table search_postings add column places text not null;
-- The items alone, for words that very many have: '800:' and in base64 a bit for each number from 800 on, the lowest of a byte first.
alter table search_postings add column doc_map text;
