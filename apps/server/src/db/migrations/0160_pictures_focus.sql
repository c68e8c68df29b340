-- What stays in view when an imported picture is cropped; null is the center.
alter table imported_pictures add column focus jsonb;
