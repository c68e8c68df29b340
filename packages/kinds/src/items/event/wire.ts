/*
 * The specification has other words for the times of an event, in calls and in collections for the import. Source: spec §3.
 */

interface Times<Instant> {
  startsAt: Instant;
  endsAt: Instant;
}

/** An event, or a part of one, with the words of the specification. */
export const toWire = <Event extends Times<string | null>>({ startsAt, endsAt, ...event }: Event) => ({
  ...event,
  startDate: startsAt as Event['startsAt'],
  endDate: endsAt as Event['endsAt'],
});

/** The same times with the words that fields and columns have. */
export const fromWire = <Instant>(event: { startDate: Instant; endDate: Instant }): Times<Instant> => ({
  startsAt: event.startDate,
  endsAt: event.endDate,
});
