-- How often terms were searched for on a day in the firm's time zone. Says nothing about who searched.
create table search_term_counts (
  day date not null,
  -- As search compares words.
  term text not null check (length(term) between 1 and 200),
  searches int not null check (searches > 0),
  -- Of these, how many found nothing that the reader could see.
  unanswered int not null check (unanswered between 0 and searches),
  primary key (day, term)
);
