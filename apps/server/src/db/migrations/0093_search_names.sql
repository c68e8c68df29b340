-- Names that advisors type, added where no editor has them yet (ACATS is known as ACAT); and a meaning that reads well when it is offered.
insert into search_abbreviations (abbreviation, abbreviation_words, meaning, meaning_words)
select abbreviation, abbreviation_words, meaning, lower(meaning) from (values
  ('W-9', 'w9', 'request for taxpayer identification number'), ('Reg BI', 'reg bi', 'regulation best interest')
) given (abbreviation, abbreviation_words, meaning)
where not exists (select from search_abbreviations known where known.abbreviation_words = given.abbreviation_words);
-- safe: only the wording that the portal itself brought along, and only where nobody changed it
update search_abbreviations set meaning = 'Form ADV', meaning_words = 'form adv'
where abbreviation = 'ADV' and meaning = 'adviser registration form';
