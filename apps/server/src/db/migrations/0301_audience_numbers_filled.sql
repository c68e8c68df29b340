-- Apart from 0300, so that readers need not wait: adding a column locks them out until its transaction ends.
-- safe: fills a column that is new
update content_items item set rule_number = number from audience_rules rule where rule.id = item.audience[1];
-- safe: fills a column that is new
update content_totals item set rule_number = number from audience_rules rule where rule.id = item.audience[1];
-- safe: fills a column that is new
update search_buckets item set rule_number = number from audience_rules rule where rule.id = item.audience[1];
-- safe: fills a column that is new
update menu_items item set rule_number = number from audience_rules rule where rule.id = item.audience[1];
-- safe: fills a column that is new
update notifications note set rule_number = number from audience_rules rule where rule.id = note.audience[1];
