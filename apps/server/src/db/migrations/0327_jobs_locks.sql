-- The advisory lock that a worker's process holds as long as it lives; null if its connections go through a pooler.
alter table job_workers add column lock_key bigint;
