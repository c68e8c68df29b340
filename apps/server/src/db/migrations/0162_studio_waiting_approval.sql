-- Whether the version that waits was approved: a rule that comes later asks for it when the version goes live.
alter table content_waiting add column is_approved boolean not null default false;
-- safe: fills a column that is new
update content_waiting waiting set is_approved = exists (
  select from studio_reviews review where review.item_id = waiting.item_id and review.state = 'Done'
    and review.purpose = 'Publish' and review.version is not null
    and review.decided_at between coalesce(
      (select max(rev.created_at) from content_revisions rev where rev.item_id = waiting.item_id and rev.id <> waiting.revision_id),
      '-infinity') and waiting.scheduled_at);
