-- Rules were stored with all fields of the item that was the first to have them, and its title, description and
-- categories were shown in the studio for every other item with the same rule.
-- safe: the previous version takes from a rule the audience and whatever else is in it.
update audience_rules set rule = jsonb_build_object('audience', rule->'audience', 'audienceRule', rule->'audienceRule')
where rule - '{audience,audienceRule}'::text[] <> '{}';
